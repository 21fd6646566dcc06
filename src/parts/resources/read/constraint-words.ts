import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { quoteInCell } from '../../../diagnostics/words.ts';
import type { CellText, Token } from '../../../markdown/cells/cell.ts';
import { createCursor, splitItems, type TokenCursor, toPlainString } from '../../../markdown/cells/cell-text.ts';
import { reportTooDeep } from '../../../markdown/cells/literal.ts';
import { createCellText } from '../../../markdown/cells/tokens.ts';
import { markdown } from '../../../markdown/diagnostics.ts';
import type { Name, SourceText, Span } from '../../../text/location.ts';
import { findNearest } from '../../../text/nearest.ts';
import { sizeUnits } from '../../../text/numbers/sizes.ts';
import { own } from '../../../text/own-property.ts';
import { present } from '../../../text/present.ts';
import { words as problems } from '../diagnostics/words.ts';
import type { ConstraintModel, RangeUnit } from '../model.ts';
import { onDeleteWords } from '../words.ts';
import { readLiteral } from './literal-words.ts';
import { findFormatName, findNearestConstraint, findNearestUnit } from './suggested-words.ts';

/** A constraint without its place, which is that of its whole item. */
type Bare = ConstraintModel extends infer C ? (C extends unknown ? Omit<C, 'span'> : never) : never;

interface Work {
  readonly item: CellText;
  readonly cursor: TokenCursor;
  readonly diagnostics: Diagnostic[];
  /** The recognized words, for messages and as the place of a missing piece. */
  readonly head: string;
  readonly headSpan: Span;
}

type Reader = (work: Work) => Bare | undefined;

const word =
  (constraint: Bare): Reader =>
  () =>
    constraint;
const createDirectionWord = (of: 'read-only' | 'create-only' | 'write-only' | 'internal') =>
  word({ kind: 'direction', word: of } as Bare);

/** The constraints by the words they begin with, longer ones first. */
const readers: readonly (readonly [string, Reader])[] = [
  ['assigned on update', word({ kind: 'assigned on update' } as Bare)],
  ['assigned from', readAssignedFrom],
  ['assigned', word({ kind: 'assigned' } as Bare)],
  ['unique items', word({ kind: 'unique items' } as Bare)],
  ['unique ignoring case with', readUniqueIgnoringCase],
  ['unique ignoring case', word({ kind: 'unique', with: [], ignoring: 'case' } as Bare)],
  ['unique with', readUniqueWith],
  ['unique where', (work) => readUniqueWhere(work, [])],
  ['unique', word({ kind: 'unique', with: [] } as Bare)],
  ['multiple of', readMultiple],
  ['shown once', word({ kind: 'shown once' } as Bare)],
  ['on delete', readOnDelete],
  ['required', word({ kind: 'required' } as Bare)],
  ['identity', word({ kind: 'identity' } as Bare)],
  ['default', readDefault],
  ['pattern', (work) => withCode(work, (pattern) => ({ kind: 'pattern', pattern }) as Bare)],
  ['=', (work) => withCode(work, (cel) => ({ kind: 'computed', cel }) as Bare)],
  ['read-only', createDirectionWord('read-only')],
  ['create-only', createDirectionWord('create-only')],
  ['write-only', createDirectionWord('write-only')],
  ['internal', createDirectionWord('internal')],
];

/** The words that constraints begin with, longer ones first. */
export const constraintWords: readonly string[] = readers.map(([name]) => name);

const units: readonly RangeUnit[] = ['characters', 'bytes', 'items', 'keys'];
/** A media type; one with a star names several, which is not allowed. */
const mediaType = /^[a-z0-9*][a-z0-9.+*-]*\/[a-z0-9*][a-z0-9.+*-]*$/i;

/** Reads a Constraints cell, item by item at its `;`, but for an item that is a type. Items without a meaning are left out and reported. */
export function readConstraints(
  words: SourceText,
  type?: Span,
): {
  readonly constraints: readonly ConstraintModel[];
  readonly diagnostics: Diagnostic[];
} {
  const constraints: ConstraintModel[] = [];
  const found: Diagnostic[] = [];
  for (const item of splitItems(createCellText(words), ';')) {
    if (item.span.start === type?.start) continue;
    const read = readItem(item);
    found.push(...read.diagnostics);
    if (read.constraint !== undefined) constraints.push(read.constraint);
  }
  return { constraints, diagnostics: found };
}

/** Reads one item of a Constraints cell. */
export function readConstraint(words: SourceText): {
  readonly constraint?: ConstraintModel;
  readonly diagnostics: Diagnostic[];
} {
  return readItem(createCellText(words));
}

function readItem(item: CellText): { readonly constraint?: ConstraintModel; readonly diagnostics: Diagnostic[] } {
  const cursor = createCursor(item);
  const first = cursor.peek();
  if (first === undefined) return { diagnostics: [markdown['empty-item'](item.span, 'Constraints', ';')] };
  const found: Diagnostic[] = [];
  const read = readBare(item, cursor, first, found);
  if (read === undefined) return { diagnostics: found };
  const left = cursor.peek();
  if (left !== undefined) {
    const rest = cursor.rest();
    const before = item.words.text.slice(0, left.from).trim();
    found.push(problems['after-constraint'](rest.span, rest.words.text, before));
  }
  if (found.length > 0) return { diagnostics: found };
  return { constraint: { ...read, span: item.span } as ConstraintModel, diagnostics: [] };
}

function readBare(item: CellText, cursor: TokenCursor, first: Token, found: Diagnostic[]): Bare | undefined {
  for (const [head, reader] of readers) {
    if (!cursor.take(head)) continue;
    const headSpan = { start: first.span.start, end: cursor.peek(-1)?.span.end ?? first.span.end };
    return reader({ item, cursor, diagnostics: found, head, headSpan });
  }
  if (first.kind === 'word' && /^[-+.]*\d|\.\./.test(first.text) && !/^\d [a-z ]+$/.test(item.words.text)) {
    cursor.next();
    return readRange(cursor, first, found);
  }
  if (mediaType.test(first.text))
    return readMediaTypes({ item, cursor, diagnostics: found, head: '', headSpan: first.span });
  const { text } = item.words;
  if (text.startsWith('=')) {
    found.push(problems['code-expected'](item.span, '=', text.slice(1).trim()));
    return undefined;
  }
  const type = /^one of ./.test(text) ? text : findFormatName(text);
  const meant =
    type === undefined
      ? findNearestConstraint(text, constraintWords)
      : { help: `remove it, and write \`${type}\` in the column Type` };
  found.push(problems['unknown-constraint'](item.span, toPlainString(item), meant));
  return undefined;
}

function readRange(cursor: TokenCursor, token: Token, found: Diagnostic[]): Bare | undefined {
  const match = /^(-?\d+(?:\.\d+)?)?\.\.(-?\d+(?:\.\d+)?)?$/.exec(token.text);
  if (match === null || (match[1] === undefined && match[2] === undefined)) {
    const parts = /^(-?\d+(?:\.\d+)?)(?:-|–|…|\.{3,}|,)(-?\d+(?:\.\d+)?)$/.exec(token.text);
    found.push(problems['range-form'](token.span, token.text, parts === null ? undefined : `${parts[1]}..${parts[2]}`));
    while (cursor.next() !== undefined);
    return undefined;
  }
  const unitToken = cursor.next();
  const scale = unitToken && sizeUnits.get(unitToken.text);
  if (scale !== undefined) return { kind: 'range', unit: 'bytes', ...toBytes(match[1], match[2], scale) } as Bare;
  const unit = unitToken === undefined ? 'value' : units.find((rangeUnit) => rangeUnit === unitToken.text);
  if (unit === undefined) {
    const { text } = unitToken!;
    const size = [...sizeUnits.keys()].find((name) => name.toLowerCase() === text.toLowerCase());
    const near = size ?? findNearestUnit(text, units);
    found.push(problems['range-unit'](unitToken!.span, unitToken!.text, near));
    return undefined;
  }
  const [, from, to] = match;
  return { kind: 'range', unit, ...present({ from, to }) } as Bare;
}

/** Multiplies bounds by a unit; those that are no whole number of bytes are reported by the check. */
function toBytes(from: string | undefined, to: string | undefined, scale: number): object {
  const scaled = (bound: string | undefined) => (bound === undefined ? undefined : String(Number(bound) * scale));
  return present({ from: scaled(from), to: scaled(to) });
}

function readMediaTypes(work: Work): Bare | undefined {
  const { cursor, diagnostics } = work;
  const types: Name[] = [];
  do {
    const token = cursor.next();
    if (token === undefined || !mediaType.test(token.text) || token.text.includes('*')) {
      diagnostics.push(problems['media-type'](token?.span ?? work.headSpan, token?.text ?? ','));
      while (cursor.next() !== undefined);
      return undefined;
    }
    types.push({ value: token.text.toLowerCase(), span: token.span });
  } while (cursor.take(','));
  return { kind: 'media types', types } as Bare;
}

function withCode(work: Work, make: (words: SourceText) => Bare): Bare | undefined {
  const token = work.cursor.next();
  if (token?.kind === 'code') return make(token.words);
  const from = token === undefined ? work.headSpan : token.span;
  const text = token === undefined ? '' : work.item.words.text.slice(token.from);
  const span = token === undefined ? from : { start: from.start, end: findRestEnd(work, from) };
  while (work.cursor.next() !== undefined);
  work.diagnostics.push(problems['code-expected'](span, work.head, text.trim()));
  return undefined;
}

function findRestEnd(work: Work, from: Span): number {
  const rest = work.cursor.rest();
  return rest.tokens.length === 0 ? from.end : rest.span.end;
}

function readDefault(work: Work): Bare | undefined {
  const rest = work.cursor.rest();
  const literal = rest.tokens.length === 0 ? undefined : readLiteral(rest);
  while (work.cursor.next() !== undefined);
  if (literal !== undefined) return { kind: 'default', literal } as Bare;
  if (reportTooDeep(rest, work.diagnostics)) return undefined;
  const text = toPlainString(rest);
  const several = /^[^"[{]*$/.test(text) && text !== '';
  work.diagnostics.push(
    problems['literal-expected'](
      text === '' ? work.headSpan : rest.span,
      text,
      several ? quoteInCell(text) : undefined,
    ),
  );
  return undefined;
}

function readMultiple(work: Work): Bare | undefined {
  const token = work.cursor.next();
  const well = token !== undefined && /^\d+(\.\d+)?$/.test(token.text) && Number(token.text) > 0;
  if (well) return { kind: 'multiple of', of: token.text } as Bare;
  work.diagnostics.push(problems['number-expected'](token?.span ?? work.headSpan, token?.text ?? ''));
  return undefined;
}

function readUniqueWith(work: Work): Bare | undefined {
  const names = readUniqueFields(work);
  if (names === undefined) return undefined;
  if (work.cursor.take('where')) return readUniqueWhere({ ...work, head: 'unique with … where' }, names);
  return { kind: 'unique', with: names } as Bare;
}

/** It takes no condition: a `where` remains, and is reported as text that does not belong to it. */
function readUniqueIgnoringCase(work: Work): Bare | undefined {
  const names = readUniqueFields(work);
  return names && ({ kind: 'unique', with: names, ignoring: 'case' } as Bare);
}

function readUniqueFields(work: Work): readonly Name[] | undefined {
  const names: Name[] = [];
  do {
    const token = work.cursor.next();
    if (token === undefined || token.kind === 'mark') {
      work.diagnostics.push(problems['fields-expected'](token?.span ?? work.headSpan, token?.text ?? ''));
      return undefined;
    }
    names.push({ value: token.text, span: token.span });
  } while (work.cursor.take(','));
  return names;
}

function readUniqueWhere(work: Work, names: readonly Name[]): Bare | undefined {
  return withCode(work, (cel) => ({ kind: 'unique where', cel, with: names }) as Bare);
}

function readAssignedFrom(work: Work): Bare | undefined {
  const token = work.cursor.next();
  if (token !== undefined && /^(caller(\.[^.\s]+)+|(session|sign_in)\.[^.\s]+)$/.test(token.text)) {
    return { kind: 'assigned from', path: { value: token.text, span: token.span } } as Bare;
  }
  work.diagnostics.push(problems['caller-expected'](token?.span ?? work.headSpan, token?.text ?? ''));
  return undefined;
}

const meantActions = { 'set null': 'clear', nullify: 'clear', set: 'clear' };

function readOnDelete(work: Work): Bare | undefined {
  const token = work.cursor.next();
  const does = onDeleteWords.find((one) => one === token?.text);
  if (does !== undefined) return { kind: 'on delete', does } as Bare;
  const found = token?.text ?? '';
  const near = own(meantActions, found) ?? findNearest(found, onDeleteWords);
  work.diagnostics.push(problems['on-delete'](token?.span ?? work.headSpan, found, near));
  while (work.cursor.next() !== undefined);
  return undefined;
}
