import { go, h, openDialog } from './base/dom.ts';

/** Lets the keyboard use the page: `/` searches, `j` and `k` go through the records, Enter opens one. */
export function prepareKeys(): void {
  addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return;
    const isTyping = target.matches('input:not([type=checkbox], [type=radio]), textarea, select');
    if (key === 'Escape' && isTyping) return target.blur();
    if (isTyping || document.querySelector('dialog[open]') !== null) return;
    const done = actions[key]?.(target);
    if (done === true) event.preventDefault();
  });
}

const actions: Readonly<Record<string, (target: HTMLElement) => boolean>> = {
  '/': () => focus('.filters input, .filters select'),
  j: () => step(1),
  k: () => step(-1),
  x: (target) => {
    target.closest('tr')?.querySelector<HTMLInputElement>('.box input')?.click();
    return target.closest('tr') !== null;
  },
  n: () => click('[data-key=n]'),
  e: () => click('[data-key=e]'),
  '?': () => {
    showKeys();
    return true;
  },
  Escape: () => {
    const back = document.querySelector<HTMLAnchorElement>('.crumbs a');
    if (back === null) return false;
    go(back.hash);
    return true;
  },
};

function focus(selector: string): boolean {
  const found = document.querySelector<HTMLElement>(selector);
  found?.focus();
  return found !== null;
}

function click(selector: string): boolean {
  const found = document.querySelector<HTMLElement>(selector);
  found?.click();
  return found !== null;
}

/** The focus goes to the link of the record above or below. */
function step(by: 1 | -1): boolean {
  const links = [...document.querySelectorAll<HTMLElement>('main .records tbody th.first a')];
  const at = links.findIndex((link) => link.closest('tr') === document.activeElement?.closest('tr'));
  const next = links[at < 0 ? (by > 0 ? 0 : links.length - 1) : Math.max(0, Math.min(links.length - 1, at + by))];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
  return next !== undefined;
}

/** Shows which keys do what. */
export function showKeys(): void {
  const keys = [
    ['/', 'filters'],
    ['j k', 'the record below, above'],
    ['Enter', 'open'],
    ['x', 'choose'],
    ['n', 'new record'],
    ['e', 'edit'],
    ['Esc', 'back'],
  ] as const;
  openDialog(
    'Keyboard',
    h(
      'dl',
      { class: 'keys' },
      keys.map(([key, words]) => h('div', {}, h('dt', {}, h('kbd', {}, key)), h('dd', {}, words))),
    ),
  );
}
