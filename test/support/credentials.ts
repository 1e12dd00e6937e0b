import { issueToken } from '../../sandbox/tokens';

export interface GatewayCredentials {
	baseUrl: string;
	accessToken: string;
	allowInsecureHttp?: boolean;
}

/** A token shaped like the service's: a JWT, good for an hour. */
export const createToken = (expiresInSeconds = 3600): string =>
	issueToken('a secret of the tests', { expiresInSeconds });

/** What engine.run() and gateway() use unless a test says otherwise. */
export const defaultCredentials: GatewayCredentials = {
	baseUrl: 'https://sms.example.com/api/v1',
	accessToken: createToken(),
};
