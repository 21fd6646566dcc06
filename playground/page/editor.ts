import { closeBrackets, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { Remote } from '../workers/calls.ts';
import type { LanguageFunctions } from '../workers/protocol.ts';
import { completion } from './editor/completion.ts';
import { applyFix, lint, showDiagnostics } from './editor/lint.ts';
import { markup, showTokens } from './editor/markup.ts';
import { names, start } from './editor/names.ts';
import { tables } from './editor/tables.ts';
import { theme } from './editor/theme.ts';
import { typing } from './editor/typing.ts';
import type { Workspace } from './workspace.ts';

/** The editor of the document. */
export interface Editor {
  focus(): void;
  /** Marks a line, from 1, and moves the cursor to it. */
  goToLine(line: number): void;
  /** Selects a stretch. */
  select(from: number, to: number): void;
  applyFix: (fix: Parameters<typeof applyFix>[1]) => void;
  /** Formats the document as `nonet fmt` does. */
  format(): Promise<void>;
}

const markLine = StateEffect.define<number | undefined>();
const target = Decoration.line({ class: 'n-target' });

/** The line that a link led to, until the next edit. */
const marked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, { effects, docChanged }) {
    const given = effects.find((effect) => effect.is(markLine));
    if (given?.value !== undefined) return Decoration.set(target.range(given.value as number));
    return docChanged ? Decoration.none : before;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Creates the editor in a shadow tree of an element: its styles then need no exception in the policy of the page. */
export function createEditor(parent: HTMLElement, workspace: Workspace, language: Remote<LanguageFunctions>): Editor {
  const root = parent.attachShadow({ mode: 'open' });
  const format = async (): Promise<void> => {
    const { doc } = view.state;
    const edits = await language.format(doc.toString());
    if (view.state.doc !== doc || edits.length === 0) return;
    const { line, column } = locate(view);
    view.dispatch({
      changes: edits.map(({ from, to, text }) => ({ from, to, insert: text })),
      userEvent: 'input.format',
    });
    const moved = view.state.doc.line(Math.min(line, view.state.doc.lines));
    view.dispatch({ selection: { anchor: Math.min(moved.from + column, moved.to) }, scrollIntoView: true });
  };
  const extensions = [
    tables,
    typing,
    lineNumbers(),
    highlightActiveLineGutter(),
    highlightActiveLine(),
    history(),
    drawSelection(),
    closeBrackets(),
    highlightSelectionMatches(),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({
      'aria-label': 'Document',
      tabindex: '0',
      spellcheck: 'false',
      autocapitalize: 'off',
    }),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) workspace.edit(state.doc.toString());
    }),
    keymap.of([{ key: 'Shift-Alt-f', run: start(format) }]),
    keymap.of([...completionKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
    lint(() => workspace.checked?.diagnostics ?? []),
    completion(language),
    names(language),
    markup,
    marked,
    theme,
  ];
  const create = (doc: string): EditorState => EditorState.create({ doc, extensions });
  const view = new EditorView({ state: create(workspace.text), parent: root, root });
  workspace.onOpen(() => view.setState(create(workspace.text)));
  workspace.onChecked((checked) => {
    if (view.state.doc.toString() !== workspace.text) return;
    showTokens(view, checked);
    showDiagnostics(view, checked.diagnostics);
  });
  return {
    focus: () => view.focus(),
    goToLine(number) {
      const { from } = view.state.doc.line(Math.max(1, Math.min(number, view.state.doc.lines)));
      const effects = [markLine.of(from), EditorView.scrollIntoView(from, { y: 'center' })];
      view.dispatch({ selection: { anchor: from }, effects });
      view.focus();
    },
    select(from, to) {
      view.dispatch({
        selection: { anchor: from, head: to },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
      });
      view.focus();
    },
    applyFix: (fix) => applyFix(view, fix),
    format,
  };
}

function locate({ state }: EditorView): { readonly line: number; readonly column: number } {
  const { head } = state.selection.main;
  const { number, from } = state.doc.lineAt(head);
  return { line: number, column: head - from };
}
