import type { Cell, CellText } from '../../../markdown/cells/cell.ts';
import { createCursor, toPlainString } from '../../../markdown/cells/cell-text.ts';
import { reportTooDeep } from '../../../markdown/cells/literal.ts';
import type { ParseContext } from '../../../markdown/content.ts';
import { type Located, type SourceText, sliceSourceText } from '../../../text/location.ts';
import { findNearest } from '../../../text/nearest.ts';
import { readLiteral } from '../../resources/read/literal-words.ts';
import { diagnostics } from '../diagnostics.ts';
import type { OldRequests, OldResponses } from '../model.ts';

/** Reads what older callers see: `absent`, `default <literal>`, `= <CEL>`, `as open`. */
export function readOldResponses(cell: Cell, context: ParseContext): OldResponses | undefined {
  if (cell.kind !== 'value') return undefined;
  const { text, span } = cell;
  const found = toPlainString(text);
  if (found === 'absent') return { kind: 'absent', span };
  const cursor = createCursor(text);
  if (cursor.take('as')) {
    const name = cursor.next();
    if (name !== undefined && cursor.atEnd()) return { kind: 'as', name: { value: name.text, span: name.span }, span };
  }
  const either = readEither(text, context);
  if (either !== undefined) return either === 'reported' ? undefined : { ...either, span };
  context.diagnostics.push(diagnostics['old-responses'](span, found, suggest(text, ['absent', 'default', 'as'])));
  return undefined;
}

/** Reads how what older callers send is turned: `= <CEL>` over `input`, `default <literal>`, `ignored`, `refused`. */
export function readOldRequests(cell: Cell, context: ParseContext): OldRequests | undefined {
  if (cell.kind !== 'value') return undefined;
  const { text, span } = cell;
  const found = toPlainString(text);
  if (found === 'ignored' || found === 'refused') return { kind: found, span };
  const either = readEither(text, context);
  if (either !== undefined && either !== 'reported') return { ...either, span };
  if (either === undefined)
    context.diagnostics.push(
      diagnostics['old-requests'](span, found, suggest(text, ['default', 'ignored', 'refused'])),
    );
  // The cell is not empty, so no second diagnostic says that the row lacks one.
  return { kind: 'ignored', span };
}

type Either = { kind: 'cel'; cel: SourceText } | { kind: 'default'; literal: Located<unknown> };

function readEither(text: CellText, context: ParseContext): Either | 'reported' | undefined {
  const cel = readCel(text);
  if (cel !== undefined) return { kind: 'cel', cel };
  const cursor = createCursor(text);
  if (!cursor.take('default') || cursor.atEnd()) return undefined;
  const rest = cursor.rest();
  const literal = readLiteral(rest);
  if (literal === undefined && reportTooDeep(rest, context.diagnostics)) return 'reported';
  return literal === undefined ? undefined : { kind: 'default', literal: { value: literal.value, span: literal.span } };
}

/** The condition of `` `= a + b` `` or `` = `a + b` ``: the sign stands inside the code span or before it. */
function readCel({ tokens }: CellText): SourceText | undefined {
  const [first, second, third] = tokens;
  if (first?.kind === 'word' && first.text === '=' && second?.kind === 'code' && third === undefined) {
    return second.words;
  }
  if (first?.kind !== 'code' || second !== undefined) return undefined;
  const sign = /^=(?!=) */.exec(first.text);
  return sign === null ? undefined : sliceSourceText(first.words, sign[0].length, first.text.length);
}

function suggest(text: CellText, words: readonly string[]): string | undefined {
  const [first, second] = text.tokens;
  if (first === undefined) return undefined;
  if (first.kind === 'code' && second === undefined) return `= \`${first.text}\``;
  const near = findNearest(first.text, words);
  if (near === undefined || near === first.text) return undefined;
  return [near, ...text.tokens.slice(1).map((token) => text.words.text.slice(token.from, token.to))].join(' ');
}
