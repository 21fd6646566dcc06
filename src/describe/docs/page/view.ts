import { create } from './dom.ts';

const key = 'nonet-view';

/** Shows the page as its author sees it, or as callers do: as the reader chose; without a choice, the author's on this machine alone. */
export function applyView(): void {
  const chosen = read();
  show(chosen === null ? isThisMachine() : chosen === 'author');
}

/** Whether the page shows what only authors look for. */
export function isAuthorsView(): boolean {
  return document.documentElement.classList.contains('author');
}

/** Shows what only authors look for, until the reader changes it. */
export function showAuthorsView(): void {
  show(true);
  for (const listener of listeners) listener();
}

const listeners: (() => void)[] = [];

/** Creates the switch of the author's view, which is remembered. */
export function createViewSwitch(): HTMLElement {
  const input = create('input', { type: 'checkbox', role: 'switch' });
  const update = (): void => {
    input.checked = isAuthorsView();
  };
  update();
  listeners.push(update);
  input.addEventListener('change', () => {
    const top = findReading();
    const before = top?.getBoundingClientRect().top ?? 0;
    show(input.checked);
    keep(input.checked ? 'author' : 'caller');
    if (top !== undefined) scrollBy({ top: top.getBoundingClientRect().top - before, behavior: 'instant' });
  });
  const title = 'Lines of the document, processing steps, row rules, gaps, and the document itself';
  return create('label', { class: 'view', title }, input, create('span', {}, 'Author’s view'));
}

/** The section that is being read: it stays in its place when others come and go. */
function findReading(): Element | undefined {
  const sections = [...document.querySelectorAll('main section[id]:not(.au)')];
  return sections.findLast((section) => section.getBoundingClientRect().top < innerHeight / 3);
}

function show(author: boolean): void {
  document.documentElement.classList.toggle('author', author);
}

/** Whether the service of the page runs on this machine, or inside an editor. A page from disk is one that somebody published. */
function isThisMachine(): boolean {
  // Editors show the page as the text of a frame.
  return location.protocol === 'about:' || /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(location.hostname);
}

function read(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(view: string): void {
  try {
    localStorage.setItem(key, view);
  } catch {
    // a page from disk may have no storage: the choice holds until it is closed
  }
}
