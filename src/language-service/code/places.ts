import type { Token } from '../../module/tokens.ts';
import type { Source, Span } from '../../text/location.ts';
import type { Member } from './syntax.ts';

/** A place of a module that means a name of the document. */
export interface CodePlace {
  readonly span: Span;
  /** Another name as it is written at this place: `{ total }` becomes `{ sum: total }`. */
  write(name: string): string;
}

/** The place of a name inside a string literal; undefined if the literal has escapes, so that its offsets are not known. */
export function placeInString(
  { text }: Source,
  token: Token,
  start = 0,
  length = token.text.length,
): CodePlace | undefined {
  const { span } = token;
  if (text.slice(span.start + 1, span.end - 1) !== token.text) return undefined;
  const quote = text[span.start]!;
  const at = span.start + 1 + start;
  return { span: { start: at, end: at + length }, write: (name) => name.replaceAll(quote, `\\${quote}`) };
}

/** The place of a property after a dot. */
export function placeProperty({ span }: Token): CodePlace {
  return { span, write: (name) => name };
}

/** The place of a key. `{ total }` is a key and its value: another key leaves the value as it is. */
export function placeMember(tokens: readonly Token[], { name: before, key, value }: Member): CodePlace {
  const { kind, span } = tokens[key]!;
  if (kind === 'string') return placeKey(span);
  return { span, write: (name) => (value === undefined ? `${writeKey(name)}: ${before}` : writeKey(name)) };
}

/** The place of a key with or without quotes. */
export function placeKey(span: Span): CodePlace {
  return { span, write: writeKey };
}

function writeKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name.replaceAll("'", "\\'")}'`;
}
