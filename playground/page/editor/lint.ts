import { type Action, type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { type EditorView, keymap } from '@codemirror/view';
import type { ShownDiagnostic } from '../../workers/protocol.ts';

/** Shows diagnostics in place, each with its fix. */
export function showDiagnostics(view: EditorView, found: readonly ShownDiagnostic[]): void {
  const { length } = view.state.doc;
  const shown = found.filter(({ to }) => to <= length).map(toDiagnostic);
  view.dispatch(setDiagnostics(view.state, shown));
}

function toDiagnostic({ from, to, severity, code, message, note, help, fix }: ShownDiagnostic): Diagnostic {
  const actions: readonly Action[] =
    fix === undefined ? [] : [{ name: fix.title, apply: (view) => applyFix(view, fix) }];
  return {
    from,
    to,
    severity,
    source: code,
    message: [message, `note: ${note}`, ...(help === undefined || fix !== undefined ? [] : [`help: ${help}`])].join(
      '\n',
    ),
    actions,
  };
}

/** Applies a fix. The findings are those of the present text: with each edit they move or are removed. */
export function applyFix(view: EditorView, { from, to, text }: NonNullable<ShownDiagnostic['fix']>): void {
  view.dispatch({
    changes: { from, to, insert: text },
    selection: { anchor: from + text.length },
    scrollIntoView: true,
    userEvent: 'input.fix',
  });
  view.focus();
}

/** Diagnostics in place: marks in the margin, F8 for the next one, Mod-Shift-M for the list, Mod-. for the fix at the cursor. */
export function lint(findFixes: () => readonly ShownDiagnostic[]) {
  return [
    lintGutter(),
    keymap.of([
      ...lintKeymap,
      {
        key: 'Mod-.',
        run(view) {
          const { head } = view.state.selection.main;
          const line = view.state.doc.lineAt(head);
          const fixes = findFixes().flatMap(({ fix }) => (fix === undefined ? [] : [fix]));
          const fix =
            fixes.find(({ from, to }) => head >= from && head <= to) ??
            fixes.find(({ from }) => from >= line.from && from <= line.to);
          if (fix !== undefined) applyFix(view, fix);
          return fix !== undefined;
        },
      },
    ]),
  ];
}
