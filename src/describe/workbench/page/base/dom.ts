/** The content of an element. */
export type Child = Node | string | number | undefined | false | readonly Child[];

/** An attribute; a function is called for the event of its name. */
type Attribute = string | number | boolean | undefined | ((event: never) => unknown);

/** Creates an element with attributes and content. Texts are texts: no HTML is read from them. */
export function h<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...content: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(key, value as EventListener);
    else if (value === true) element.setAttribute(key, '');
    else if (value !== undefined && value !== false) element.setAttribute(key, String(value));
  }
  element.append(...flatten(content));
  return element;
}

/** Lists the nodes of some content. */
export function flatten(content: Child): (Node | string)[] {
  if (content === undefined || content === false) return [];
  if (content instanceof Node || typeof content === 'string') return [content];
  return typeof content === 'number' ? [String(content)] : content.flatMap(flatten);
}

/** Replaces the content of an element. */
export function fill(element: Element, ...content: readonly Child[]): void {
  element.replaceChildren(...flatten(content));
}

let numbered = 0;

/** Returns an id that no other element has. */
export function createId(): string {
  numbered += 1;
  return `e${numbered}`;
}

/** Says something to readers of screens and shows it for a while. */
export function say(text: string, kind: 'done' | 'failed' = 'done'): void {
  const place = document.getElementById('said');
  if (place === null) return;
  const note = h('p', { class: `toast ${kind}` }, text);
  place.append(note);
  setTimeout(() => note.remove(), 6000);
}

/** Opens a dialog over the page; it leaves the page when it is closed. */
export function openDialog(title: string, ...content: readonly Child[]): HTMLDialogElement {
  const id = createId();
  const close = h('button', { class: 'icon', type: 'button', 'aria-label': 'Close', click: () => dialog.close() }, '✕');
  const dialog: HTMLDialogElement = h(
    'dialog',
    { 'aria-labelledby': id, close: () => dialog.remove() },
    h('header', {}, h('h2', { id }, title), close),
    ...content,
  );
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Asks for a confirmation; `false` if it is not given. */
export function confirm(title: string, text: string, word: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const answer = (value: boolean) => (): void => {
    resolve(value);
    dialog.close();
  };
  const dialog: HTMLDialogElement = openDialog(
    title,
    h('p', {}, text),
    h(
      'div',
      { class: 'ends' },
      h('button', { type: 'button', click: answer(false) }, 'Cancel'),
      h('button', { type: 'button', class: 'danger', click: answer(true) }, word),
    ),
  );
  dialog.addEventListener('close', () => resolve(false));
  return promise;
}

/** Goes to a place. */
export function go(hash: string): void {
  if (location.hash === hash) dispatchEvent(new HashChangeEvent('hashchange'));
  else location.hash = hash;
}
