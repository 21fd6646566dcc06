import { commands, type Disposable, Selection, type TextDocument, type TextEditor, window, workspace } from 'vscode';

/** Returns the offset in a row at which the cell after (or before) an offset begins; undefined at the end of the row. */
function findCell(row: string, offset: number, step: 1 | -1): number | undefined {
  const bars = [...row.matchAll(/(?<!\\)\|/g)].map(({ index }) => index).slice(0, -1);
  const starts = bars.map((bar) => bar + (row[bar + 1] === ' ' ? 2 : 1));
  const current = starts.findLastIndex((start) => start <= offset);
  return starts[current + step];
}

function moveTo(editor: TextEditor, line: number, character: number): void {
  editor.selection = new Selection(line, character, line, character);
}

/** Moves the cursor to the next or the previous cell of its row. */
function moveToCell(editor: TextEditor, step: 1 | -1): void {
  const { line, character } = editor.selection.active;
  const cell = findCell(editor.document.lineAt(line).text, character, step);
  if (cell !== undefined) moveTo(editor, line, cell);
}

/** Moves the cursor into the first cell of the empty row that formatting as you type adds after Enter. */
export function enterNewRow(document: TextDocument): void {
  const changes = workspace.onDidChangeTextDocument(({ document: changed }) => {
    if (changed !== document) return;
    changes.dispose();
    setTimeout(() => {
      const editor = window.activeTextEditor;
      if (editor?.document !== document) return;
      const { line } = editor.selection.active;
      if (/^\|( \|)+$/.test(document.lineAt(line).text)) moveTo(editor, line, 2);
    }, 0);
  });
  setTimeout(() => changes.dispose(), 5000);
}

/** Registers the keys that move between cells, and the context in which they are active: the cursor is in a row of a table. */
export function registerTables(): readonly Disposable[] {
  return [
    commands.registerTextEditorCommand('nonet.nextCell', (editor) => moveToCell(editor, 1)),
    commands.registerTextEditorCommand('nonet.previousCell', (editor) => moveToCell(editor, -1)),
    window.onDidChangeTextEditorSelection(({ textEditor: { document, selection } }) => {
      const isRow = document.languageId === 'markdown' && /^\|.*\|/.test(document.lineAt(selection.active.line).text);
      void commands.executeCommand('setContext', 'nonet.inRow', isRow && selection.isEmpty);
    }),
  ];
}
