import { create, findAll } from '../../src/describe/docs/page/dom.ts';

/** A view of the document, with its own tab. */
export interface Pane {
  readonly id: string;
  readonly title: string;
  readonly element: HTMLElement;
  /** Called each time when the pane comes to be seen. */
  show?(): void;
}

/** The tabs and the pane that is seen. */
export interface Tabs {
  readonly current: string;
  select(id: string): void;
  /** Shows a text, such as a count, next to the title of a tab; an empty one shows none. */
  mark(id: string, text: string, kind?: 'bad' | 'warn' | 'none'): void;
}

/** The tab of the editor, on narrow screens. */
export const editorTab = 'document';

/** Creates the tabs. On narrow screens the editor is one of them. */
export function createTabs(list: HTMLElement, side: HTMLElement, panes: readonly Pane[], first: string): Tabs {
  const ids = [editorTab, ...panes.map(({ id }) => id)];
  const tabs = new Map(
    [{ id: editorTab, title: 'Document' }, ...panes].map(({ id, title }) => {
      const mark = create('span', { class: 'mark' });
      const button = create('button', { type: 'button', role: 'tab', id: `tab-${id}` }, title, mark);
      button.setAttribute('aria-controls', id === editorTab ? 'editor' : 'pane');
      button.addEventListener('click', () => select(id));
      return [id, { button, mark }] as const;
    }),
  );
  let current = '';
  const select = (id: string): void => {
    current = id;
    document.documentElement.dataset.tab = id;
    for (const [name, { button }] of tabs) {
      button.setAttribute('aria-selected', String(name === id));
      button.tabIndex = name === id ? 0 : -1;
    }
    const pane = panes.find((candidate) => candidate.id === id);
    if (pane === undefined) return;
    for (const { element } of panes) element.hidden = element !== pane.element;
    side.setAttribute('aria-labelledby', `tab-${id}`);
    pane.show?.();
  };
  list.addEventListener('keydown', (event) => {
    const seen = findAll<HTMLButtonElement>('[role=tab]', list).filter((tab) => tab.offsetParent !== null);
    const at = seen.indexOf(event.target as HTMLButtonElement);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: seen.length - 1 }[event.key];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    const tab = seen[(next + seen.length) % seen.length]!;
    tab.focus();
    tab.click();
  });
  list.append(...ids.map((id) => tabs.get(id)!.button));
  side.setAttribute('role', 'tabpanel');
  side.append(...panes.map(({ element }) => element));
  select(first);
  return {
    get current() {
      return current;
    },
    select,
    mark(id, text, kind = 'none') {
      const { mark } = tabs.get(id)!;
      mark.textContent = text;
      mark.className = `mark ${kind}`;
    },
  };
}
