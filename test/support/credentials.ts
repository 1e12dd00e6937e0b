import { randomBytes } from 'node:crypto';
import { sign } from 'jsonwebtoken';

export interface GatewayCredentials {
	baseUrl: string;
	accessToken: string;
	allowInsecureHttp?: boolean;
}

/** A token shaped like the service's: a JWT, good for an hour, its key thrown away. */
export const createToken = (expiresInSeconds = 3600): string =>
	sign({ scope: 'read write' }, randomBytes(32), { expiresIn: expiresInSeconds });

/** What engine.run() and gateway() use unless a test says otherwise. */
export const defaultCredentials: GatewayCredentials = {
	baseUrl: 'https://sms.example.com/api/v1',
	accessToken: createToken(),
};
