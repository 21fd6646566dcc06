import { cursorLineEnd, cursorLineStart, selectLineEnd, selectLineStart } from '@codemirror/commands';
import { type Command, type EditorView, keymap } from '@codemirror/view';
import { formatNewLine, formatRow } from '../../../src/language-service/row-formatting.ts';
import { isDelimiter, isRow, splitCells } from '../../../src/language-service/rows.ts';
import { createSource } from '../../../src/text/location.ts';

/** In a table, Enter formats the row and begins the next one, Tab and Shift-Tab move between cells, Home and End to the ends of the row. */
export const tables = keymap.of([
  { key: 'Enter', run: enter },
  { key: 'Tab', run: move(1), shift: move(-1) },
  { key: 'Home', run: inRow(cursorLineStart), shift: inRow(selectLineStart) },
  { key: 'End', run: inRow(cursorLineEnd), shift: inRow(selectLineEnd) },
]);

/** Rows are not wrapped: their ends are those of the line, wherever the screen ends. */
function inRow(command: Command): Command {
  return (view) => isRow(view.state.doc.lineAt(view.state.selection.main.head).text) && command(view);
}

/** Formats the row of the cursor and adds the next one; from the titles of a table it moves to the first row. */
function enter(view: EditorView): boolean {
  const { doc, selection } = view.state;
  const { main, ranges } = selection;
  const line = doc.lineAt(main.head);
  if (ranges.length > 1 || !main.empty || !isRow(line.text) || main.head === line.from) return false;
  const follows = line.number < doc.lines && isDelimiter(doc.line(line.number + 1).text);
  if (follows || isDelimiter(line.text)) return goToRow(view, line.number + (follows ? 2 : 1));
  const text = `${doc.sliceString(0, line.to)}\n${doc.sliceString(line.to)}`;
  const edits = formatNewLine(createSource('', text), line.to + 1);
  if (edits.length === 0) return false;
  // the edits are of the text with the new line, which begins after this row
  const next = edits.find(({ span }) => span.start > line.to);
  const own = edits.filter((edit) => edit !== next);
  const changes = own.map(({ span, text: insert }) => ({ from: span.start, to: Math.min(span.end, line.to), insert }));
  const row = next === undefined ? '' : `\n${next.text}`;
  const all = view.state.changes([...changes, { from: line.to, insert: row }]);
  const end = all.mapPos(line.to, 1);
  const cell = next === undefined ? end : end - next.text.length + next.text.lastIndexOf('\n') + 3;
  view.dispatch({ changes: all, selection: { anchor: cell }, scrollIntoView: true, userEvent: 'input' });
  return true;
}

function goToRow(view: EditorView, number: number): boolean {
  const { doc } = view.state;
  if (number > doc.lines || !isRow(doc.line(number).text)) return false;
  view.dispatch({ selection: { anchor: doc.line(number).from + 2 }, scrollIntoView: true });
  return true;
}

/** Formats the row of the cursor and selects its next cell, or the one before. */
function move(by: 1 | -1): Command {
  return (view) => {
    const { doc, selection } = view.state;
    const { number, from, text } = doc.lineAt(selection.main.head);
    if (!isRow(text)) return false;
    const at = listCells(text).findIndex(({ to }) => selection.main.head - from <= to);
    if (at < 0 || at + by < 0) return false;
    const edits = formatRow(createSource('', doc.toString()), number);
    const changes = view.state.changes(
      edits.map(({ span, text: insert }) => ({ from: span.start, to: span.end, insert })),
    );
    const cell = listCells(changes.apply(doc).line(number).text)[at + by];
    if (cell === undefined) return false;
    const { start, end } = cell.span;
    view.dispatch({ changes, selection: { anchor: from + start, head: from + end }, scrollIntoView: true });
    return true;
  };
}

function listCells(row: string): ReturnType<typeof splitCells> {
  return splitCells(createSource('', row), 1);
}
