import type { Locator, Page } from 'playwright-core';
import { byTestId } from './editor';
import type { NodePanel } from './node-panel';

/** The dialog in which a credential is made or changed. */
export interface CredentialDialog {
	/** Fills in the credential's fields, by their names. */
	fill: (fields: Record<string, string>) => Promise<void>;
	/** Saves, which makes n8n test it: undefined when it is good (the dialog closes), else the message. */
	save: () => Promise<string | undefined>;
	/** What it says of a good one when it is opened again, after n8n has tested it again. */
	success: () => Promise<string>;
	field: (name: string) => Locator;
	close: () => Promise<void>;
}

/** Begins a new credential from the open node. */
export async function newCredential(page: Page, { root }: NodePanel): Promise<CredentialDialog> {
	await byTestId(root, 'node-credentials-select').click();
	await byTestId(page, 'node-credentials-select-item-new').click();
	return credentialDialog(page);
}

/** Opens the credential of the open node. */
export async function editCredential(page: Page, { root }: NodePanel): Promise<CredentialDialog> {
	await byTestId(root, 'credential-edit-button').click();
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
		success: async () => {
			// Its text is in the page before it is shown.
			const banner = byTestId(dialog, 'credentials-config-container-test-success');
			await banner.getByText('Retry', { exact: true }).waitFor();
			return (await banner.innerText()).trim();
		},
		field,
		close: async () => {
			await page.locator('.el-dialog__headerbtn:visible').last().click();
			await dialog.waitFor({ state: 'hidden' });
		},
	};
}
