import type { ContentTable, ParseContext, PartContent, Subject } from '../../markdown/content.ts';
import { markdown } from '../../markdown/diagnostics.ts';
import { createRowReader } from '../../markdown/records.ts';
import { locateSlice, type Name, type SourceText, type Span, sliceSourceText } from '../../text/location.ts';
import { findNearest } from '../../text/nearest.ts';
import { diagnostics } from './diagnostics.ts';
import { grammar } from './grammar.ts';
import type { MatrixModel, StateMachineModel, StatesModel } from './model.ts';
import { buildMatrix, type ChangeableFields } from './read/editable.ts';
import { readTransitions, separateEffects } from './read/transition.ts';

/** Facts of the fields of a resource on which the reading of its states depends. */
export interface FieldsOf {
  readonly changeable: ChangeableFields;
  isReference(resource: string, field: string): boolean;
}

/** Reads the part "States and transitions": one machine for each heading. */
export function read(content: PartContent, context: ParseContext, fields: FieldsOf): StatesModel {
  return { machines: content.subjects.flatMap((subject) => readMachines(subject, context, fields)) };
}

function readMachines(
  subject: Subject,
  context: ParseContext,
  { changeable, isReference }: FieldsOf,
): StateMachineModel[] {
  const named = parseHeadingNames(subject.words, context);
  if (named.length === 0) return [];
  const states = readStates(subject.tables, context);
  const rows = readTransitions(subject.tables, context);
  const stated = readMatrix(subject.tables, context);
  const isListed = subject.tables.some((table) => table.grammar.name === 'states' && table.has('Editable'));
  const { prose, span } = subject;
  return named.map((name) => {
    const matrix = isListed ? buildMatrix(states, changeable(name.resource.value), stated) : stated;
    const transitions = rows.map((row) => separateEffects(row, (field) => isReference(name.resource.value, field)));
    return { ...name, span, states, transitions, ...(matrix && { matrix }), prose };
  });
}

const readStates = createRowReader(grammar, 'states', { kind: diagnostics['unknown-state-kind'] });

const readMatrixRows = createRowReader(grammar, 'matrix', { own: diagnostics['matrix-cell'] });

function parseHeadingNames(
  words: SourceText,
  context: ParseContext,
): { readonly resource: Name; readonly field?: Name }[] {
  const named: { resource: Name; field?: Name }[] = [];
  let from = 0;
  for (const item of words.text.split(',')) {
    const before = item.length - item.trimStart().length;
    const part = sliceSourceText(words, from + before, from + before + item.trim().length);
    from += item.length + 1;
    const match = /^([A-Z][A-Za-z0-9]*)(?:\.(.+))?$/.exec(part.text);
    if (match === null) {
      context.diagnostics.push(
        part.text === ''
          ? markdown['empty-item'](words.span, 'The heading', ',')
          : diagnostics['heading-form'](part.span, part.text),
      );
      continue;
    }
    const [, resource = '', field] = match;
    const name = { value: resource, span: locateSlice(part, 0, resource.length) };
    if (field === undefined) named.push({ resource: name });
    else {
      const span = locateSlice(part, resource.length + 1, part.text.length);
      named.push({ resource: name, field: { value: field, span } });
    }
  }
  return named;
}

function readMatrix(all: readonly ContentTable[], context: ParseContext): MatrixModel | undefined {
  const tables = all.filter((table) => table.grammar.name === 'matrix');
  const [head] = tables;
  if (head === undefined) return undefined;
  const states = head.own.map((title) => ({ value: title.text, span: title.span }));
  const rows = tables.flatMap((table) => {
    const here = new Set(table.own.map((title) => title.text));
    for (const state of states) if (!here.has(state.value)) reportColumn(table, state.value, context);
    for (const title of table.own) {
      if (states.some((state) => state.value === title.text)) continue;
      const near = findNearest(
        title.text,
        states.map((state) => state.value),
      );
      context.diagnostics.push(diagnostics['matrix-state'](title.span, title.text, near));
    }
    return readMatrixRows([table], context).map(({ field, own, span }) => {
      return { field, cells: states.map(({ value }) => own.get(value)), span };
    });
  });
  return { states, rows };
}

function reportColumn(table: ContentTable, state: string, context: ParseContext): void {
  const { start } = table.span;
  const span: Span = { start, end: table.rows[0]?.span.start ?? table.span.end };
  const line = context.source.text.slice(span.start, span.end).split('\n')[0] ?? '';
  context.diagnostics.push(
    diagnostics['matrix-columns']({ start, end: start + line.trimEnd().length }, `\`${state}\``),
  );
}
