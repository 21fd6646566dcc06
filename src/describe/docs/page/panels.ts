import { create, findAll, readText } from './dom.ts';
import { paint } from './highlight.ts';
import { fillVariables } from './variables.ts';

/** How many panels have been prepared. */
let count = 0;

/** Turns the texts of each code panel into tabs; the language chosen in one is chosen in all. Panels that were prepared before stay. */
export function preparePanels(): void {
  for (const panel of findAll('.panel:not(.tabs)')) preparePanel(panel, count++);
}

function preparePanel(panel: HTMLElement, at: number): void {
  const head = panel.querySelector<HTMLElement>('.pt');
  const figures = findAll('.fig', panel);
  if (head === null) return;
  for (const figure of figures) paint(figure.querySelector('code'));
  panel.classList.add('tabs');
  panel.classList.toggle('many', figures.length > 4);
  head.replaceChildren(create('span', { class: 'name' }, readText(head)));
  const list = create('span', { role: 'tablist', 'aria-label': readText(head) });
  const several = figures.length > 1;
  const tabs = figures.map((figure, index) => {
    const id = `panel-${at}-${index}`;
    const name = readText(figure.querySelector('.cap'));
    if (several) {
      figure.id = id;
      figure.setAttribute('role', 'tabpanel');
      figure.setAttribute('aria-label', name);
    }
    return create(
      'button',
      { type: 'button', role: 'tab', ...(several ? { 'aria-controls': id } : {}), 'data-name': name },
      name,
    );
  });
  const select = (index: number): void => {
    for (const [each, figure] of figures.entries()) {
      figure.classList.toggle('on', each === index);
      tabs[each]!.setAttribute('aria-selected', String(each === index));
      tabs[each]!.tabIndex = each === index ? 0 : -1;
    }
  };
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener('click', () => chooseTab(panel, tab.dataset.name ?? '', () => select(index)));
    tab.addEventListener('keydown', ({ key }) => {
      const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
      const next = tabs[(index + step + tabs.length) % tabs.length];
      if (step === 0 || next === undefined) return;
      next.click();
      next.focus();
    });
  }
  panel.addEventListener('choose', (event) => {
    const index = tabs.findIndex(({ dataset }) => dataset.name === (event as CustomEvent<string>).detail);
    if (index !== -1) select(index);
  });
  const chosen = tabs.findIndex(({ dataset }) => dataset.name === chosenNames.get(panel.dataset.g ?? ''));
  select(Math.max(0, chosen));
  if (several) {
    list.append(...tabs);
    head.append(list);
  } else if (tabs.length === 1) {
    head.append(create('span', {}, tabs[0]!.dataset.name ?? ''));
  }
  head.append(createCopyButton(() => panel.querySelector('.fig.on code')?.textContent ?? ''));
}

/** The tab that was chosen last in each group of panels. */
const chosenNames = new Map<string, string>();

function chooseTab(panel: HTMLElement, name: string, select: () => void): void {
  const group = panel.dataset.g;
  if (group === undefined) {
    select();
    return;
  }
  chosenNames.set(group, name);
  const before = panel.getBoundingClientRect().top;
  for (const other of findAll('.panel'))
    if (other.dataset.g === group) other.dispatchEvent(new CustomEvent('choose', { detail: name }));
  scrollBy({ top: panel.getBoundingClientRect().top - before, behavior: 'instant' });
}

/** Creates a button that copies a text and says so. */
export function createCopyButton(read: () => string, label = 'Copy'): HTMLButtonElement {
  const button = create('button', { type: 'button' }, label);
  button.addEventListener('click', async () => {
    try {
      const { text, hasKey } = fillVariables(read());
      await navigator.clipboard.writeText(text);
      button.textContent = hasKey ? 'Copied with your key' : 'Copied';
    } catch {
      button.textContent = 'Not allowed here';
    }
    setTimeout(() => {
      button.textContent = label;
    }, 1500);
  });
  return button;
}
