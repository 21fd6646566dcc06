import { StateEffect, StateField } from '@codemirror/state';
import { type Command, EditorView, hoverTooltip, keymap, type Panel, showPanel } from '@codemirror/view';
import { create } from '../../../src/describe/docs/page/dom.ts';
import type { Remote } from '../../workers/calls.ts';
import type { LanguageFunctions } from '../../workers/protocol.ts';
import { renderMarkdown } from '../markdown.ts';

type Language = Remote<LanguageFunctions>;

/** Names and words of the language: explained by the pointer, found with F12 or Mod and a click, renamed with F2. */
export function names(language: Language) {
  return [
    hoverTooltip(async (view, pos) => {
      const found = await language.hover(view.state.doc.toString(), pos);
      if (found === undefined) return null;
      const { from, to, markdown } = found;
      const dom = create('div', { class: 'n-hover' }, ...renderMarkdown(markdown));
      return { pos: from, end: to, above: true, create: () => ({ dom }) };
    }),
    EditorView.domEventHandlers({
      mousedown(event, view) {
        if (!(event.ctrlKey || event.metaKey) || event.button !== 0) return false;
        const pos = view.posAtCoords(event);
        if (pos === null) return false;
        event.preventDefault();
        void goToDefinition(language, view, pos);
        return true;
      },
    }),
    renaming(language),
    keymap.of([
      { key: 'F12', run: start((view) => goToDefinition(language, view, view.state.selection.main.head)) },
      { key: 'F2', run: start((view) => startRenaming(language, view)) },
    ]),
  ];
}

/** A command that a promise fulfills later. */
export function start(work: (view: EditorView) => Promise<void>): Command {
  return (view) => {
    void work(view);
    return true;
  };
}

async function goToDefinition(language: Language, view: EditorView, pos: number): Promise<void> {
  const { doc } = view.state;
  const found = await language.define(doc.toString(), pos);
  if (found === undefined || view.state.doc !== doc) return;
  const { from, to } = found.target;
  view.dispatch({ selection: { anchor: from, head: to }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
}

interface Asked {
  readonly pos: number;
  readonly name: string;
}

const ask = StateEffect.define<Asked | undefined>();

async function startRenaming(language: Language, view: EditorView): Promise<void> {
  const pos = view.state.selection.main.head;
  const found = await language.define(view.state.doc.toString(), pos);
  if (found !== undefined) view.dispatch({ effects: ask.of({ pos, name: found.name }) });
}

/** The panel that asks for a new name. */
function renaming(language: Language) {
  return StateField.define<Asked | undefined>({
    create: () => undefined,
    update(before, { effects }) {
      const given = effects.find((effect) => effect.is(ask));
      return given === undefined ? before : (given.value as Asked | undefined);
    },
    provide: (field) =>
      showPanel.from(field, (asked) => (asked === undefined ? null : (view) => createPanel(language, view, asked))),
  });
}

function createPanel(language: Language, view: EditorView, { pos, name }: Asked): Panel {
  const input = create('input', { class: 'cm-textfield', name: 'name', autocomplete: 'off', spellcheck: 'false' });
  input.value = name;
  const problem = create('span', { class: 'n-problem', role: 'alert' });
  const label = create('label', {}, `Rename ${name} to `, input);
  const button = create('button', { class: 'cm-button', type: 'submit' }, 'Rename');
  const dom = create('form', { class: 'n-rename' }, label, button, problem);
  const close = (): void => {
    view.dispatch({ effects: ask.of(undefined) });
    view.focus();
  };
  dom.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
    event.stopPropagation();
  });
  dom.addEventListener('submit', async (event) => {
    event.preventDefault();
    const { doc } = view.state;
    const result = await language.rename(doc.toString(), pos, input.value.trim());
    if (view.state.doc !== doc) return;
    if ('reason' in result) {
      problem.textContent = result.reason;
      return;
    }
    view.dispatch({
      changes: result.edits.map(({ from, to, text }) => ({ from, to, insert: text })),
      userEvent: 'input.rename',
    });
    close();
  });
  return { dom, mount: () => input.select() };
}
