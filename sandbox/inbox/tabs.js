const byId = (id) => document.getElementById(id);
const STEPS = { ArrowRight: 1, ArrowLeft: -1 };

/**
 * Tabs with the keys that a tab list has: arrows, Home and End; Tab goes on into the panel.
 * A name stands for the elements `tab-<name>` and `<name>-panel`. Shows the first.
 */
export function createTabs(names, onShow) {
	function show(name) {
		for (const each of names) {
			const tab = byId(`tab-${each}`);
			tab.ariaSelected = each === name ? 'true' : 'false';
			tab.tabIndex = each === name ? 0 : -1;
			byId(`${each}-panel`).hidden = each !== name;
		}
		onShow(name);
	}

	names.forEach((name, index) => {
		const tab = byId(`tab-${name}`);
		tab.addEventListener('click', () => show(name));
		tab.addEventListener('keydown', (event) => {
			const { key } = event;
			const next = { Home: 0, End: names.length - 1 }[key] ?? index + (STEPS[key] ?? NaN);
			if (Number.isNaN(next)) return;
			event.preventDefault();
			const wanted = names.at(next % names.length);
			show(wanted);
			byId(`tab-${wanted}`).focus();
		});
	});
	show(names[0]);
}
