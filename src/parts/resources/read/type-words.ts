import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Token } from '../../../markdown/cells/cell.ts';
import { createCursor, type TokenCursor } from '../../../markdown/cells/cell-text.ts';
import { createCellText } from '../../../markdown/cells/tokens.ts';
import { locateSlice, type Name, type SourceText, type Span } from '../../../text/location.ts';
import { findNearest } from '../../../text/nearest.ts';
import { own } from '../../../text/own-property.ts';
import { isDottedUnicodeWord } from '../../../text/pattern.ts';
import { words as problems } from '../diagnostics/words.ts';
import { type FormatMember, findFormat, formatsByName as formats } from '../formats/index.ts';
import type { FormatModel, TypeModel } from '../model.ts';
import { plainTypes } from '../words.ts';

const starts = [...plainTypes, ...formats.keys(), 'one of', 'ref', 'map of'];
const deepest = 16;

/** Words of other languages for the types of this one. */
const meant: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...formats.values()].flatMap(({ name, also = [] }) => also.map((word) => [word, name]))),
  int: 'integer',
  long: 'integer',
  bool: 'boolean',
  float: 'number',
  double: 'number',
  text: 'string',
  str: 'string',
  varchar: 'string',
  enum: 'one of',
  json: 'any',
  dict: 'map of',
  reference: 'ref',
};
/** The formats by the first of their words. */
const formatsByFirstWord: ReadonlyMap<string, FormatMember> = new Map(
  [...formats.values()].map((member) => [member.name.replace(/ .*/, ''), member]),
);

interface Work {
  readonly words: SourceText;
  readonly cursor: TokenCursor;
  readonly diagnostics: Diagnostic[];
}

/** Reads the words of a type, whole: its model where it could be understood, and what is wrong with it. */
export function readType(words: SourceText): { readonly type?: TypeModel; readonly diagnostics: Diagnostic[] } {
  const work: Work = { words, cursor: createCursor(createCellText(words)), diagnostics: [] };
  const type = readWhole(work, 0, '');
  const left = work.cursor.peek();
  if (type !== undefined && left !== undefined) work.diagnostics.push(describeLeftover(work, left, type));
  if (type !== undefined && holdsPasswords(type)) work.diagnostics.push(problems['password-items'](type.span));
  return type === undefined || work.diagnostics.length > 0
    ? { diagnostics: work.diagnostics }
    : { type, diagnostics: [] };
}

/** Whether the items of a list or map are passwords. */
function holdsPasswords(type: TypeModel): boolean {
  return (type.kind === 'list' || type.kind === 'map') && findFormat(type)?.hashed === true;
}

function readWhole(work: Work, depth: number, after: string): TypeModel | undefined {
  const { cursor } = work;
  const start = cursor.here().start;
  const base = readListed(work, depth, after);
  if (base === undefined || !cursor.take('or null')) return base;
  return { ...base, nullable: true, span: { start, end: endBefore(work, start) } };
}

function readListed(work: Work, depth: number, after: string): TypeModel | undefined {
  const { cursor } = work;
  const start = cursor.here().start;
  let type = readBase(work, depth, after);
  for (let lists = 0; type !== undefined && cursor.peek()?.text === '['; lists++) {
    if (cursor.peek()?.kind !== 'mark' || cursor.peek(1)?.text !== ']') break;
    if (type.kind === 'one of' && !isClosingParenthesis(work)) break;
    if (lists === deepest) {
      work.diagnostics.push(problems['type-deep'](cursor.here()));
      return undefined;
    }
    cursor.take('[ ]');
    type = { kind: 'list', item: type, nullable: false, span: { start, end: endBefore(work, start) } };
  }
  return type;
}

/** True when the token just read is a closing parenthesis. */
function isClosingParenthesis(work: Work): boolean {
  return work.cursor.peek(-1)?.text === ')';
}

function endBefore(work: Work, start: number): number {
  return work.cursor.peek(-1)?.span.end ?? start;
}

function readBase(work: Work, depth: number, after: string): TypeModel | undefined {
  const { cursor } = work;
  const token = cursor.peek();
  if (token === undefined) {
    work.diagnostics.push(problems['type-expected'](locateMissing(work), after));
    return undefined;
  }
  if (depth > deepest) {
    work.diagnostics.push(problems['type-deep'](token.span));
    return undefined;
  }
  const { start } = token.span;
  if (token.kind === 'mark' && token.text === '(') return readParenthesis(work, token, depth);
  if (cursor.take('one of')) return readOneOf(work, start);
  if (cursor.take('map of')) {
    const item = readListed(work, depth + 1, 'map of');
    return item && { kind: 'map', item, nullable: false, span: { start, end: item.span.end } };
  }
  if (cursor.take('ref')) return readRef(work, start);
  const format = token.kind === 'code' ? formats.get(token.text) : takeFormat(cursor, token.text);
  if (format !== undefined) return readFormat(work, format, token);
  cursor.next();
  const { text, span } = token;
  if (token.kind !== 'word' && token.kind !== 'code') {
    work.diagnostics.push(problems['unknown-type'](span, text));
    return undefined;
  }
  const simple = plainTypes.find((word) => word === text);
  if (simple !== undefined) return { kind: simple, nullable: false, span };
  if (/^[A-Z]/.test(text)) return { kind: 'named', name: { value: text, span }, nullable: false, span };
  work.diagnostics.push(describeUnknownType(text, span));
  return undefined;
}

/** Consumes the words of a format if they come next. */
function takeFormat(cursor: TokenCursor, first: string): FormatMember | undefined {
  const member = formatsByFirstWord.get(first);
  return member !== undefined && cursor.take(member.name) ? member : undefined;
}

/** Reads what follows the words of a format: behind `typeid` the prefix. */
function readFormat(work: Work, member: FormatMember, first: Token): TypeModel | undefined {
  const { cursor } = work;
  if (first.kind === 'code') cursor.next();
  const start = first.span.start;
  const name = { value: member.name, span: { start, end: endBefore(work, start) } };
  const create = (argument?: Name): TypeModel => {
    const span = { start, end: endBefore(work, start) };
    const format: FormatModel = { name, span, ...(argument === undefined ? {} : { argument }) };
    return { kind: member.base, format, nullable: false, span };
  };
  if (member.argument === undefined) return create();
  const token = cursor.peek();
  const ends = token?.kind === 'word' && token.text === 'or' && cursor.peek(1)?.text === 'null';
  if (token === undefined || token.kind === 'mark' || ends) {
    const message = `\`${member.name}\` is not followed by ${member.argument.what}.`;
    work.diagnostics.push(problems['format-argument'](first.span, message));
    return undefined;
  }
  cursor.next();
  if (!member.argument.fits(token.text)) {
    const message = `\`${token.text}\` is not ${member.argument.what}.`;
    work.diagnostics.push(problems['format-argument'](token.span, message));
    return undefined;
  }
  return create({ value: token.text, span: token.span });
}

/** The type that a word of another language means, or one that differs from it in letter case only. */
export function findMeantType(text: string): string | undefined {
  const lower = text.toLowerCase();
  return own(meant, lower) ?? starts.find((word) => word === lower);
}

function describeUnknownType(text: string, span: Span): Diagnostic {
  const optional = /^(.+)\?$/.exec(text)?.[1];
  const near = findMeantType(optional ?? text) ?? findNearest(optional ?? text, starts);
  return problems['unknown-type'](span, text, near === undefined || optional === undefined ? near : `${near} or null`);
}

/** The place of what is missing: the last thing that stands there. */
function locateMissing(work: Work): Span {
  return work.cursor.peek(-1)?.span ?? work.words.span;
}

function readParenthesis(work: Work, open: Token, depth: number): TypeModel | undefined {
  work.cursor.next();
  const type = readWhole(work, depth + 1, '(');
  if (type === undefined) return undefined;
  if (work.cursor.take(')'))
    return { ...type, span: { start: open.span.start, end: endBefore(work, open.span.start) } };
  const left = work.cursor.peek();
  work.diagnostics.push(
    left === undefined ? problems['parenthesis-open'](open.span) : describeLeftover(work, left, type),
  );
  return undefined;
}

function readRef(work: Work, start: number): TypeModel | undefined {
  const token = work.cursor.peek();
  if (token === undefined || token.kind === 'mark') {
    work.diagnostics.push(problems['name-expected'](locateMissing(work), ''));
    return undefined;
  }
  work.cursor.next();
  if (!/^[A-Z]/.test(token.text)) {
    work.diagnostics.push(problems['name-expected'](token.span, token.text, capitalize(token.text)));
    return undefined;
  }
  const resource = { value: token.text, span: token.span };
  return { kind: 'ref', resource, nullable: false, span: { start, end: token.span.end } };
}

function capitalize(text: string): string | undefined {
  return /^[a-z]/.test(text) ? text.slice(0, 1).toUpperCase() + text.slice(1) : undefined;
}

function readOneOf(work: Work, start: number): TypeModel | undefined {
  const { cursor } = work;
  const values: Name[] = [];
  do {
    const token = cursor.peek();
    const ends = token?.text === 'or' && cursor.peek(1)?.text === 'null' && token.kind === 'word';
    if (token === undefined || token.kind === 'mark' || ends) {
      work.diagnostics.push(
        problems['value-expected'](token?.span ?? locateMissing(work), ends ? '' : (token?.text ?? '')),
      );
      return undefined;
    }
    cursor.next();
    if (token.kind === 'word' && !isDottedUnicodeWord(token.text)) {
      work.diagnostics.push(problems['value-form'](token.span, token.text));
    }
    values.push({ value: token.text, span: token.span });
  } while (cursor.take(','));
  return { kind: 'one of', values, nullable: false, span: { start, end: endBefore(work, start) } };
}

function describeLeftover(work: Work, token: Token, type: TypeModel): Diagnostic {
  const { cursor, words } = work;
  const rest = cursor.rest();
  const span = locateSlice(rest.words, 0, rest.words.text.length);
  if (token.kind === 'mark' && token.text === '[') {
    const inner = words.text.slice(0, token.from);
    if (cursor.peek(1)?.text === ']') return problems['type-parentheses'](words.span, `(${inner.trim()})[]`);
  }
  if (type.nullable && rest.words.text.startsWith('or null')) return problems['null-in-map'](span);
  const isPlain = type.kind === 'string' || type.kind === 'integer' || type.kind === 'number';
  if (isPlain && !('format' in type)) {
    const second = readType(rest.words).type;
    if (second !== undefined && findFormat(second) !== undefined)
      return problems['format-after-type'](words.span, type.kind, rest.words.text);
  }
  if (type.kind === 'one of' && token.kind !== 'mark') {
    const value = `${type.values.at(-1)?.value ?? ''} ${rest.words.text}`;
    return problems['value-form']({ start: type.values.at(-1)?.span.start ?? span.start, end: span.end }, value);
  }
  return problems['after-type'](span, rest.words.text, findNearest(rest.words.text, ['or null', '[]']));
}
