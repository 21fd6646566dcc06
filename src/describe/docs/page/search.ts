import { create, findAll, findTarget, isHidden, readText } from './dom.ts';
import { createIndex, type Indexed } from './search-index.ts';

interface Place extends Indexed {
  readonly kind: string;
}

/** Creates the button of the search; `/` and Ctrl+K open it too. */
export function createSearchButton(): HTMLElement {
  const button = create(
    'button',
    { class: 'find', type: 'button', 'aria-label': 'Search' },
    create('span', {}, 'Search'),
    create('kbd', { 'aria-hidden': 'true' }, '/'),
  );
  let open: (() => void) | undefined;
  const show = (): void => {
    open ??= createDialog();
    open();
  };
  button.addEventListener('click', show);
  addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, target } = event;
    const typing = target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
    if (!(key === 'k' && (ctrlKey || metaKey)) && (key !== '/' || typing)) return;
    event.preventDefault();
    show();
  });
  return button;
}

/** Reads from the page what can be found in it. */
function readPlaces(): Place[] {
  return findAll('[data-s]').flatMap((element): Place[] => {
    if (element.id === '' || isHidden(element)) return [];
    const kind = element.dataset.s ?? '';
    const head = element.querySelector('h2, h3, h4, .fn > code, td, .state, b');
    const title = kind === 'field' ? element.id.replace(/^resources-/, '') : readText(head).replace(/^\d{3} /, '');
    const about = kind === 'part' ? '' : readAbout(element, title);
    return [{ id: element.id, kind, title, about, text: kind === 'part' ? '' : readText(element) }];
  });
}

/** The method and path, the meaning, or else the beginning of its text. */
function readAbout(element: HTMLElement, title: string): string {
  const said = readText(element.querySelector('.ep, .by, .lead, .fb p, .sum'));
  if (said !== '') return said;
  const text = readText(element).slice(0, 160);
  return text.startsWith(title) ? text.slice(title.length).trim() : text;
}

function createDialog(): () => void {
  const places = readPlaces();
  const search = createIndex(places);
  const byId = new Map(places.map((place) => [place.id, place]));
  const input = create('input', {
    type: 'search',
    'aria-label': 'Search',
    placeholder: 'Operations, fields, states, codes, events …',
    role: 'combobox',
    'aria-controls': 'hits',
    'aria-expanded': 'true',
    autocomplete: 'off',
  });
  const hits = create('ul', { class: 'hits', id: 'hits', role: 'listbox', 'aria-label': 'Found' });
  const said = create('p', { class: 'said', role: 'status' });
  const dialog = create('dialog', { 'aria-label': 'Search' }, input, hits, said);
  document.body.append(dialog);
  let chosen = 0;
  const choose = (at: number): void => {
    const items = findAll('li', hits);
    chosen = Math.max(0, Math.min(items.length - 1, at));
    for (const [each, item] of items.entries()) item.setAttribute('aria-selected', String(each === chosen));
    items[chosen]?.scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', items[chosen]?.id ?? '');
  };
  const go = (id: string | undefined): void => {
    if (id === undefined) return;
    dialog.close();
    location.hash = `#${encodeURIComponent(id)}`;
    const target = findTarget(location.hash);
    if (target === null) return;
    if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  };
  const look = (): void => {
    const query = input.value.trim();
    const ids = query === '' ? places.filter(({ kind }) => kind === 'operation').map(({ id }) => id) : search(query);
    const found = ids.slice(0, 30).flatMap((id) => byId.get(id) ?? []);
    hits.replaceChildren(
      ...found.map(({ id, kind, title, about }, at) => {
        const item = create(
          'li',
          { role: 'option', id: `hit-${at}`, 'data-id': id },
          create('span', { class: 'kind' }, kind),
          create('span', { class: 't' }, title),
          create('span', { class: 'about' }, about),
        );
        item.addEventListener('click', () => go(id));
        return item;
      }),
    );
    said.textContent = query === '' ? 'Type to search; arrows and Enter to go.' : `${ids.length} found`;
    choose(0);
  };
  input.addEventListener('input', look);
  input.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) choose(chosen + step);
    else if (event.key === 'Escape') dialog.close();
    else if (event.key === 'Enter') go(findAll('li', hits)[chosen]?.dataset.id);
    else return;
    event.preventDefault();
  });
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
  });
  return () => {
    if (dialog.open) return;
    input.value = '';
    look();
    dialog.showModal();
  };
}
