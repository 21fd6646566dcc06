import type { CellText, Token } from '../../../markdown/cells/cell.ts';
import { createCursor, type TokenCursor } from '../../../markdown/cells/cell-text.ts';
import type { ParseContext } from '../../../markdown/content.ts';
import type { Name, SourceText } from '../../../text/location.ts';
import { findNearest } from '../../../text/nearest.ts';
import { present } from '../../../text/present.ts';
import { diagnostics } from '../diagnostics.ts';
import type { ResponseModel } from '../model.ts';
import { getCodeWords, isHeaderName } from './words.ts';

type Header = ResponseModel['headers'][number];

/** Reads an item of Response: a status, a shape and headers, or `error` with a code, and a condition. */
export function readResponse(item: CellText, context: ParseContext): ResponseModel | undefined {
  const cursor = createCursor(item);
  const start = cursor.peek();
  const isError = start !== undefined && cursor.take('error');
  const error = isError ? readErrorCode(cursor, start, context) : undefined;
  const status = isError ? undefined : readStatus(cursor, context);
  if (error === undefined && status === undefined) return undefined;
  const shape = readShape(cursor, item, context);
  if (isError && shape !== undefined) context.diagnostics.push(diagnostics['error-alone'](shape.span, 'shape'));
  const headers: Header[] = [];
  let condition: Condition | undefined;
  let isRead = true;
  while (!cursor.atEnd()) {
    const first = cursor.peek()!;
    if (cursor.take('header')) {
      if (condition !== undefined)
        context.diagnostics.push(diagnostics['response-order'](first.span, 'header', 'condition'));
      if (isError) context.diagnostics.push(diagnostics['error-alone'](first.span, 'header'));
      const header = readHeader(cursor, headers, context);
      if (header !== undefined) headers.push(header);
    } else if (condition === undefined && cursor.take('when')) {
      condition = readCondition(cursor, first, context);
      if (condition === undefined) isRead = false;
    } else {
      cursor.next();
      const behind = condition !== undefined ? 'condition' : headers.length > 0 ? 'headers' : 'shape';
      context.diagnostics.push(
        first.kind === 'code'
          ? diagnostics['response-order'](first.span, 'code span', behind)
          : diagnostics['response-word'](first.span, first.text, findNearest(first.text, ['header', 'when'])),
      );
      if (first.kind === 'code') continue;
      isRead = false;
      break;
    }
  }
  // Without the condition that it was meant to have, it would be taken for one that always fits.
  if (!isRead) return undefined;
  if (error !== undefined) return { error, headers: [], ...condition, span: item.span };
  return {
    ...present({ status, shape }),
    headers,
    ...condition,
    span: item.span,
  };
}

/** Reads the code after `error`. */
function readErrorCode(cursor: TokenCursor, start: Token, context: ParseContext): Name | undefined {
  const next = cursor.peek();
  if (next?.kind === 'word' && next.text !== 'when' && next.text !== 'header') {
    cursor.next();
    return { value: next.text, span: next.span };
  }
  context.diagnostics.push(diagnostics['error-code'](start.span));
  return undefined;
}

function readStatus(cursor: TokenCursor, context: ParseContext): ResponseModel['status'] | undefined {
  const first = cursor.next()!;
  if (first.kind !== 'mark' && /^[0-9]{3}$/.test(first.text)) return { value: Number(first.text), span: first.span };
  context.diagnostics.push(diagnostics['status-form'](first.span, first.text));
  return undefined;
}

/** Reads the code span after the status; bare words of a shape are taken too, with a diagnostic. */
function readShape(cursor: TokenCursor, item: CellText, context: ParseContext): SourceText | undefined {
  const first = cursor.peek();
  if (first === undefined) return undefined;
  if (first.kind === 'code') {
    cursor.next();
    return getCodeWords(first, 'shape', context);
  }
  const begins = /^[A-Z]/.test(first.text) || first.text === '{' || first.kind === 'string';
  if (!begins || /^(header|when)$/i.test(first.text)) return undefined;
  let depth = 0;
  let last: Token = first;
  for (let next = cursor.peek(); next !== undefined; next = cursor.peek()) {
    if (depth === 0 && (next.text === 'header' || next.text === 'when')) break;
    if ('([{'.includes(next.text)) depth++;
    if (')]}'.includes(next.text)) depth--;
    last = next;
    cursor.next();
  }
  const text = item.words.text.slice(first.from, last.to);
  const span = { start: first.span.start, end: last.span.end };
  context.diagnostics.push(diagnostics['needs-code'](span, 'shape', text));
  return undefined;
}

function readHeader(cursor: TokenCursor, before: readonly Header[], context: ParseContext): Header | undefined {
  const token = cursor.peek();
  if (token === undefined || token.kind !== 'word' || !isHeaderName(token.text)) {
    context.diagnostics.push(diagnostics['header-name'](cursor.here(), token?.text ?? ''));
    if (token?.kind === 'word') cursor.next();
    return undefined;
  }
  cursor.next();
  const name = { value: token.text, span: token.span };
  const lower = token.text.toLowerCase();
  if (before.some((other) => other.name.value.toLowerCase() === lower)) {
    context.diagnostics.push(diagnostics['duplicate-header'](name.span, name.value));
  }
  const next = cursor.peek();
  if (next?.kind === 'code') {
    cursor.next();
    const value = getCodeWords(next, 'value of the header', context);
    return value === undefined ? undefined : { name, value };
  }
  const role = readRole(cursor);
  if (role !== undefined) return { name, role };
  if (lower === 'location') return { name };
  context.diagnostics.push(diagnostics['header-value'](name.span, name.value));
  return undefined;
}

/** Words without a code span, up to the next piece of the response: `total count`. */
function readRole(cursor: TokenCursor): Name | undefined {
  const words: Token[] = [];
  for (let next = cursor.peek(); next?.kind === 'word' && !/^(header|when)$/.test(next.text); next = cursor.peek()) {
    words.push(next);
    cursor.next();
  }
  const [first] = words;
  if (first === undefined) return undefined;
  const span = { start: first.span.start, end: words.at(-1)!.span.end };
  return { value: words.map(({ text }) => text).join(' '), span };
}

type Condition = Pick<ResponseModel, 'when' | 'exists' | 'isNew'>;

/** The words after `when` that are a condition, and the member of the model that has each. */
const conditionWords = { exists: 'exists', new: 'isNew' } as const satisfies Record<string, keyof Condition>;
const conditionNames = Object.keys(conditionWords) as readonly (keyof typeof conditionWords)[];

/** Reads the condition after `when`: an expression in a code span, `exists` or `new`. */
function readCondition(cursor: TokenCursor, start: Token, context: ParseContext): Condition | undefined {
  const next = cursor.peek();
  if (next?.kind === 'code') {
    cursor.next();
    const when = getCodeWords(next, 'condition', context);
    return when && { when };
  }
  const word = conditionNames.find((name) => cursor.take(name));
  if (next !== undefined && word !== undefined) return { [conditionWords[word]]: next.span };
  const rest = cursor.rest();
  while (cursor.next() !== undefined);
  if (rest.tokens.length === 0) {
    context.diagnostics.push(diagnostics['when-value'](start.span));
    return undefined;
  }
  const meant = conditionNames.find((name) => name === findNearest(rest.words.text, conditionNames));
  if (meant !== undefined) {
    context.diagnostics.push(diagnostics['response-word'](rest.span, rest.words.text, meant));
    return { [conditionWords[meant]]: rest.span };
  }
  context.diagnostics.push(diagnostics['needs-code'](rest.span, 'condition', rest.words.text));
  return { when: rest.words };
}
