import { create, findAll, findTarget, isHidden, readText } from './dom.ts';
import { createIndex, type Indexed } from './search-index.ts';
import { isAuthorsView } from './view.ts';

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
  let made: { readonly dialog: ReturnType<typeof createDialog>; readonly ofAuthor: boolean } | undefined;
  const show = (): void => {
    const ofAuthor = isAuthorsView();
    if (made?.ofAuthor !== ofAuthor) {
      made?.dialog.remove();
      made = { dialog: createDialog(), ofAuthor };
    }
    made.dialog.open();
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

/** How much places of a kind count: callers look for operations first. */
const kinds: Readonly<Record<string, number>> = { operation: 1.5, part: 1.2, requests: 0.4 };

/** Reads from the page what can be found in it. */
function readPlaces(): Place[] {
  return findAll('[data-s]').flatMap((element): Place[] => {
    if (element.id === '' || isHidden(element)) return [];
    const kind = element.dataset.s ?? '';
    const head = element.querySelector('h2, h3, h4, .fn > code, td, .state, b');
    const title = kind === 'field' ? element.id.replace(/^resources-/, '') : readText(head).replace(/^\d{3} /, '');
    const about = kind === 'part' ? '' : readAbout(element, title);
    const weight = kinds[kind] ?? 1;
    return [{ id: element.id, kind, title, about, weight, text: kind === 'part' ? '' : readText(element) }];
  });
}

/** The method and path, the meaning, or else the beginning of its text. */
function readAbout(element: HTMLElement, title: string): string {
  const said = readText(element.querySelector('.ep, .by, .lead, .fb p, .sum'));
  if (said !== '') return said;
  const text = readText(element).slice(0, 160);
  return text.startsWith(title) ? text.slice(title.length).trim() : text;
}

function describeCount(count: number, hasAll: boolean): string {
  if (count === 0) return 'Nothing found. Try the name of a resource, a field or an error.';
  return hasAll ? `${count} found` : `No place has all of these words; ${count} have some of them.`;
}

function createDialog(): { open(): void; remove(): void } {
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
    const operations = places.filter(({ kind }) => kind === 'operation').map(({ id }) => id);
    const { ids, hasAll } = query === '' ? { ids: operations, hasAll: true } : search(query);
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
    said.textContent = query === '' ? 'Type to search; arrows and Enter to go.' : describeCount(ids.length, hasAll);
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
  return {
    open() {
      if (dialog.open) return;
      input.value = '';
      look();
      dialog.showModal();
    },
    remove: () => dialog.remove(),
  };
}
