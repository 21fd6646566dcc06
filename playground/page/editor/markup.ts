import { type EditorState, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate, WidgetType } from '@codemirror/view';
import { isDelimiter, isRow, splitCells } from '../../../src/language-service/rows.ts';
import { createSource } from '../../../src/text/location.ts';
import type { Checked } from '../../workers/protocol.ts';

const setTokens = StateEffect.define<Pick<Checked, 'tokens' | 'tokenTypes'>>();

/** The words of cells by their kinds. They move with the text until the next check. */
const tokens = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, transaction) {
    const moved = before.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(setTokens)) return build(effect.value, transaction.state);
    return moved;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function build(
  { tokens: found, tokenTypes }: Pick<Checked, 'tokens' | 'tokenTypes'>,
  { doc }: EditorState,
): DecorationSet {
  const marks = tokenTypes.map((type) => Decoration.mark({ class: `n-${type}` }));
  const builder = new RangeSetBuilder<Decoration>();
  for (let at = 0; at + 2 < found.length; at += 3) {
    const [from, to, type] = [found[at]!, found[at + 1]!, found[at + 2]!];
    if (to <= doc.length && from < to) builder.add(from, to, marks[type]!);
  }
  return builder.finish();
}

/** Shows the words of cells by their kinds. */
export function showTokens(view: EditorView, found: Checked): void {
  view.dispatch({ effects: setTokens.of(found) });
}

/** An empty stretch before the end of a cell, so that the columns of a table align. It is not in the text. */
class Spacer extends WidgetType {
  readonly count: number;

  constructor(count: number) {
    super();
    this.count = count;
  }

  override eq(other: Spacer): boolean {
    return other.count === this.count;
  }

  toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.style.display = 'inline-block';
    element.style.width = `${this.count}ch`;
    element.setAttribute('aria-hidden', 'true');
    return element;
  }
}

/** Cells that are longer do not widen their column. */
const widest = 56;
const line = (name: string): Decoration => Decoration.line({ class: name });
const [row, head] = [line('n-row'), line('n-row n-head')];
const headings = [line('n-h1'), line('n-h2'), line('n-h3')];
const prose = line('n-prose');
const mark = Decoration.mark({ class: 'n-mark' });

/** Headings, tables whose columns align, and the marks of Markdown, in the lines that are seen. */
const structure = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = decorate(view);
    }

    update({ docChanged, viewportChanged, view }: ViewUpdate): void {
      if (docChanged || viewportChanged) this.decorations = decorate(view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function decorate({ state, visibleRanges }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  let done = 0;
  for (const { from, to } of visibleRanges) {
    for (let number = state.doc.lineAt(from).number; number <= state.doc.lineAt(to).number; number += 1) {
      if (number <= done) continue;
      done = isRow(state.doc.line(number).text) ? decorateTable(state, number, builder) : number;
      if (done === number && !isRow(state.doc.line(number).text)) decorateLine(state, number, builder);
    }
  }
  return builder.finish();
}

function decorateLine({ doc }: EditorState, number: number, builder: RangeSetBuilder<Decoration>): void {
  const { from, text } = doc.line(number);
  const [found, signs] = /^(#{1,3})\s/.exec(text) ?? [];
  if (found === undefined) {
    if (text !== '') builder.add(from, from, prose);
    return;
  }
  builder.add(from, from, headings[signs!.length - 1]!);
  builder.add(from, from + signs!.length, mark);
}

/** Decorates the whole table of a row, and returns its last line. */
function decorateTable({ doc }: EditorState, number: number, builder: RangeSetBuilder<Decoration>): number {
  let [first, last] = [number, number];
  while (first > 1 && isRow(doc.line(first - 1).text)) first -= 1;
  while (last < doc.lines && isRow(doc.line(last + 1).text)) last += 1;
  const rows = Array.from({ length: last - first + 1 }, (_, at) =>
    splitCells(createSource('', doc.line(first + at).text), 1),
  );
  const widths: number[] = [];
  for (const [at, cells] of rows.entries()) {
    if (isDelimiter(doc.line(first + at).text)) continue;
    for (const [column, { from, to }] of cells.entries())
      widths[column] = Math.max(widths[column] ?? 0, Math.min(widest, to - from));
  }
  for (const [at, cells] of rows.entries()) {
    const own = doc.line(first + at);
    const isDashes = isDelimiter(own.text);
    if (first + at < number) continue;
    builder.add(own.from, own.from, at === 0 ? head : row);
    if (isDashes) {
      for (const [column, { from, to }] of cells.entries()) {
        builder.add(own.from + from - 1, own.from + to, mark);
        addSpacer(builder, own.from + to, (widths[column] ?? 0) - (to - from));
        if (column === cells.length - 1 && to < own.length) builder.add(own.from + to, own.to, mark);
      }
      continue;
    }
    builder.add(own.from, own.from + 1, mark);
    for (const [column, { from, to }] of cells.entries()) {
      addSpacer(builder, own.from + to, (widths[column] ?? 0) - (to - from));
      if (to < own.length) builder.add(own.from + to, own.from + to + 1, mark);
    }
  }
  return last;
}

function addSpacer(builder: RangeSetBuilder<Decoration>, at: number, count: number): void {
  if (count > 0) builder.add(at, at, Decoration.widget({ widget: new Spacer(count), side: 1 }));
}

/** How a document is shown. */
export const markup = [tokens, structure];
