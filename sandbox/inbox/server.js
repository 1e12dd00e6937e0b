async function call(method, path, body) {
	const response = await fetch(`/sandbox${path}`, {
		method,
		headers: body ? { 'Content-Type': 'application/json' } : {},
		body: body && JSON.stringify(body),
	});
	const answer = await response.json();
	if (!response.ok) throw new Error(answer.error);
	return answer;
}

export const get = (path, query = {}) => call('GET', `${path}?${new URLSearchParams(query)}`);
export const put = (path, body) => call('PUT', path, body);
export const post = (path) => call('POST', path);

/** Sends a sample through the real API, as a client of the service would. */
export async function sendSample() {
	const { token } = await get('/token');
	const response = await fetch('/api/v1/sms/send', {
		method: 'POST',
		headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
		body: JSON.stringify({
			sender_id: 'SANDBOX',
			recipient: '46701740611',
			message: 'Hello from the sandbox. Your parcel arrives tomorrow between 9 and 11.',
		}),
	});
	const answer = await response.json();
	if (!response.ok) throw new Error(answer.message);
}
