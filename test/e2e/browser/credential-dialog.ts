import type { Locator, Page } from 'playwright-core';
import { byTestId } from './editor';
import type { NodePanel } from './node-panel';

/** The dialog in which a credential is made or changed. */
export interface CredentialDialog {
	/** Fills in the credential's fields, by their names. */
	fill: (fields: Record<string, string>) => Promise<void>;
	/** Saves, which makes n8n test it: undefined when it is good (the dialog closes), else the message. */
	save: () => Promise<string | undefined>;
	field: (name: string) => Locator;
}

/** Begins a new credential from the open node. */
export async function newCredential(page: Page, { root }: NodePanel): Promise<CredentialDialog> {
	await byTestId(root, 'node-credentials-select').click();
	await byTestId(page, 'node-credentials-select-item-new').click();
	return credentialDialog(page);
}

async function credentialDialog(page: Page): Promise<CredentialDialog> {
	const dialog = byTestId(page, 'credential-edit-dialog');
	await dialog.waitFor();
	const field = (name: string) => byTestId(dialog, `parameter-input-${name}`);

	return {
		fill: async (fields) => {
			for (const [name, text] of Object.entries(fields)) {
				await field(name).locator('input').first().fill(text);
			}
		},
		save: async () => {
			const tested = page.waitForResponse((response) =>
				response.url().endsWith('/rest/credentials/test'),
			);
			await byTestId(page, 'credential-save-button').locator('button').click();
			const { data } = (await (await tested).json()) as {
				data: { status: string; message: string };
			};
			if (data.status === 'OK') {
				await dialog.waitFor({ state: 'hidden' });
				return undefined;
			}
			// Once opened, the details stay open for the next attempt.
			const details = dialog.locator('[class*="_details_"]:visible');
			const more = dialog.getByText('More details');
			await more.or(details).first().waitFor();
			if (await more.isVisible()) await more.click();
			return (await details.getByText(data.message).innerText()).trim();
		},
		field,
	};
}
