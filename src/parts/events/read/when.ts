import type { CellText, Token } from '../../../markdown/cells/cell.ts';
import { createCursor } from '../../../markdown/cells/cell-text.ts';
import { toItemName } from '../../../markdown/cells/readers.ts';
import type { ParseContext } from '../../../markdown/content.ts';
import { type Name, sliceSourceText } from '../../../text/location.ts';
import { diagnostics } from '../diagnostics.ts';
import type { WhenModel } from '../model.ts';

/** Reads one change of a When: `create Invoice`, ``update Invoice when `old.total != total` ``, `emitted by remind Invoice`. */
export function readWhen(item: CellText, context: ParseContext): WhenModel | undefined {
  const { tokens, span } = item;
  const at = tokens.findIndex((token, index) => index > 0 && isWord(token, 'when'));
  if (at === -1) return readChange(item, context);
  const [condition, more] = tokens.slice(at + 1);
  if (condition?.kind !== 'code' || more !== undefined) {
    const why = 'is not a condition in a code span after `when`';
    const [from, to] = [condition ?? tokens[at]!, tokens.at(-1)!];
    const words = sliceSourceText(item.words, from.from, to.to);
    const isPlain = tokens.slice(at + 1).every(({ kind }) => kind !== 'code');
    const suggestion = condition !== undefined && isPlain ? `\`${words.text}\`` : undefined;
    context.diagnostics.push(diagnostics.when(words.span, words.text, why, suggestion));
    return undefined;
  }
  const first = tokens[0]!;
  const end = tokens[at - 1]!;
  const words = sliceSourceText(item.words, first.from, end.to);
  const change = readChange({ words, tokens: tokens.slice(0, at), span: words.span }, context);
  if (change === undefined) return undefined;
  if (change.emitted) {
    context.diagnostics.push(diagnostics.when(tokens[at]!.span, 'when', 'cannot follow `emitted by`: code decides'));
    return undefined;
  }
  return { ...change, condition: condition.words, span };
}

/** Reads a change without a condition. */
function readChange(item: CellText, context: ParseContext): WhenModel | undefined {
  const { tokens, span } = item;
  const [first, second] = tokens as readonly [Token, ...Token[]];
  if (first.text === 'emitted') {
    const cursor = createCursor(item);
    if (cursor.take('emitted by') && !cursor.atEnd()) {
      return { operation: toItemName(cursor.rest()), emitted: true, span };
    }
    const why = 'does not name the operation that emits it: write `emitted by <operation>`';
    context.diagnostics.push(diagnostics.when(second?.span ?? span, second?.text ?? first.text, why, second && 'by'));
    return undefined;
  }
  const at = tokens.findIndex((token, index) => index > 0 && isWord(token, 'to'));
  if (at === -1) return { operation: toItemName(item), emitted: false, span };
  const state = tokens[at + 1];
  const more = tokens[at + 2];
  if (state === undefined) {
    context.diagnostics.push(diagnostics.when(tokens[at]!.span, 'to', 'is not followed by a state'));
    return undefined;
  }
  if (more !== undefined) {
    context.diagnostics.push(diagnostics.when(more.span, more.text, 'is not expected: only one state follows `to`'));
    return undefined;
  }
  const operation: Name = {
    value: tokens
      .slice(0, at)
      .map((token) => token.text)
      .join(' '),
    span: { start: first.span.start, end: tokens[at - 1]!.span.end },
  };
  return { operation, to: { value: state.text, span: state.span }, emitted: false, span };
}

function isWord(token: Token, word: string): boolean {
  return token.kind === 'word' && token.text === word;
}
