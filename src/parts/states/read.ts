import type { Cell } from '../../markdown/cells/cell.ts';
import type { ContentRow, ContentTable, ParseContext, PartContent, Subject } from '../../markdown/content.ts';
import { type Name, type SourceText, type Span, sliceSourceText, spanIn } from '../../text/location.ts';
import { nearest } from '../../text/nearest.ts';
import { own } from '../../text/own-property.ts';
import type { MatrixModel, StateMachineModel, StateModel, StatesModel } from './model.ts';
import { problems } from './problems.ts';
import { readTransition } from './read/transition.ts';

const kinds = ['initial', 'final', 'gone'] as const;
const cells = ['editable', 'fixed', 'required', 'absent'] as const;
const meantKinds = { start: 'initial', begin: 'initial', end: 'final', terminal: 'final', deleted: 'gone' };
const meantCells: Readonly<Record<string, (typeof cells)[number]>> = {
  'read-only': 'fixed',
  readonly: 'fixed',
  locked: 'fixed',
  writable: 'editable',
  yes: 'editable',
  no: 'fixed',
  mandatory: 'required',
  hidden: 'absent',
};

/** Reads the part "States and transitions": one machine for each heading. */
export function read(content: PartContent, context: ParseContext): StatesModel {
  return { machines: content.subjects.flatMap((subject) => readMachines(subject, context)) };
}

function readMachines(subject: Subject, context: ParseContext): StateMachineModel[] {
  const named = headingNames(subject.words, context);
  if (named.length === 0) return [];
  const rows = (name: string) => tablesOf(subject, name).flatMap((table) => table.rows);
  const states = rows('states').flatMap((row) => readState(row, context));
  const transitions = rows('transitions').flatMap((row) => readTransition(row, context));
  const matrix = readMatrix(tablesOf(subject, 'matrix'), context);
  const { prose, span } = subject;
  return named.map((name) => ({ ...name, span, states, transitions, ...(matrix && { matrix }), prose }));
}

function tablesOf(subject: Subject, name: string): readonly ContentTable[] {
  return subject.tables.filter((table) => table.grammar.name === name);
}

function headingNames(words: SourceText, context: ParseContext): { readonly resource: Name; readonly field?: Name }[] {
  const named: { resource: Name; field?: Name }[] = [];
  let from = 0;
  for (const item of words.text.split(',')) {
    const before = item.length - item.trimStart().length;
    const part = sliceSourceText(words, from + before, from + before + item.trim().length);
    from += item.length + 1;
    const match = /^([A-Z][A-Za-z0-9]*)(?:\.(.+))?$/.exec(part.text);
    if (match === null) {
      context.problems.push(problems['heading-form'](part.text === '' ? words.span : part.span, part.text));
      continue;
    }
    const [, resource = '', field] = match;
    const name = { value: resource, span: spanIn(part, 0, resource.length) };
    if (field === undefined) named.push({ resource: name });
    else {
      const span = spanIn(part, resource.length + 1, part.text.length);
      named.push({ resource: name, field: { value: field, span } });
    }
  }
  return named;
}

function readState(row: ContentRow, context: ParseContext): StateModel[] {
  const cell = row.cell('State');
  if (cell.kind !== 'value') return [];
  const [token, second] = cell.text.tokens;
  const one = second === undefined && (token?.kind === 'word' || token?.kind === 'code');
  const name = one ? { value: token.text, span: token.span } : { value: cell.text.words.text, span: cell.span };
  const kind = readKind(row.cell('Kind'), context);
  const meaning = row.prose('Meaning');
  return [{ name, ...(kind && { kind }), ...(meaning && { meaning }), span: row.span }];
}

function readKind(cell: Cell, context: ParseContext): StateModel['kind'] {
  if (cell.kind !== 'value') return undefined;
  const { text } = cell.text.words;
  const kind = kinds.find((candidate) => candidate === text);
  if (kind !== undefined) return { value: kind, span: cell.span };
  context.problems.push(problems['unknown-state-kind'](cell.span, text, own(meantKinds, text) ?? nearest(text, kinds)));
  return undefined;
}

function readMatrix(tables: readonly ContentTable[], context: ParseContext): MatrixModel | undefined {
  const [head] = tables;
  if (head === undefined) return undefined;
  const states = head.own.map((title) => ({ value: title.text, span: title.span }));
  const rows = tables.flatMap((table) => {
    const here = new Set(table.own.map((title) => title.text));
    for (const state of states) if (!here.has(state.value)) reportColumn(table, state.value, context);
    for (const title of table.own) {
      if (states.some((state) => state.value === title.text)) continue;
      const near = nearest(
        title.text,
        states.map((state) => state.value),
      );
      context.problems.push(problems['matrix-state'](title.span, title.text, near));
    }
    return table.rows.flatMap((row) => readMatrixRow(row, states, here, context));
  });
  return { states, rows };
}

function reportColumn(table: ContentTable, state: string, context: ParseContext): void {
  const { start } = table.span;
  const span: Span = { start, end: table.rows[0]?.span.start ?? table.span.end };
  const line = context.source.text.slice(span.start, span.end).split('\n')[0] ?? '';
  context.problems.push(problems['matrix-columns']({ start, end: start + line.trimEnd().length }, `\`${state}\``));
}

function readMatrixRow(
  row: ContentRow,
  states: readonly Name[],
  here: ReadonlySet<string>,
  context: ParseContext,
): MatrixModel['rows'][number][] {
  const key = row.cell('Field');
  if (key.kind !== 'value') return [];
  const [token, second] = key.text.tokens;
  const one = token !== undefined && second === undefined;
  const field = one ? { value: token.text, span: token.span } : { value: key.text.words.text, span: key.span };
  const found = states.map((state) => (here.has(state.value) ? matrixCell(row.cell(state.value), context) : undefined));
  return [{ field, cells: found, span: row.span }];
}

function matrixCell(cell: Cell, context: ParseContext): MatrixModel['rows'][number]['cells'][number] {
  if (cell.kind !== 'value') return undefined;
  const { text } = cell.text.words;
  const word = cells.find((candidate) => candidate === text);
  if (word !== undefined) return { value: word, span: cell.span };
  context.problems.push(
    problems['matrix-cell'](cell.span, text, own(meantCells, text.toLowerCase()) ?? nearest(text, cells)),
  );
  return undefined;
}
