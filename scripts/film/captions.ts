import type { Page } from 'playwright-core';

const CAPTION = 'film-caption';

const STYLE =
	'position:fixed;left:50%;bottom:28px;transform:translateX(-50%);z-index:2147483647;max-width:86%;padding:12px 22px;border-radius:10px;background:rgba(16,24,40,.92);color:#fff;font:500 21px/1.35 system-ui,sans-serif;text-align:center;pointer-events:none';

/** Shows a sentence and gives it time to be read. */
export async function caption(page: Page, text: string): Promise<void> {
	// As text: the page's own types are not known here.
	await page.evaluate(`(() => {
		document.getElementById(${JSON.stringify(CAPTION)})?.remove();
		const line = document.createElement('div');
		line.id = ${JSON.stringify(CAPTION)};
		line.textContent = ${JSON.stringify(text)};
		line.style.cssText = ${JSON.stringify(STYLE)};
		document.body.append(line);
	})()`);
	// Two and a half words per second, and never less than a second and a half.
	await page.waitForTimeout(Math.max(1500, text.split(' ').length * 400));
}

/** A page with nothing but words on it. */
export async function card(page: Page, title: string, lines: readonly string[]): Promise<void> {
	const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
	await page.setContent(
		`<body style="margin:0;height:100vh;display:grid;place-content:center;background:#101828;color:#fff;font-family:system-ui,sans-serif;text-align:center">
		<h1 style="font-size:44px;margin:0 0 24px">${escape(title)}</h1>
		${lines.map((line) => `<p style="font-size:24px;margin:6px 0;color:#d0d5dd">${escape(line)}</p>`).join('')}</body>`,
	);
	await page.waitForTimeout(1200 + 700 * lines.length);
}
