import type { Cell, CellText } from '../../../markdown/cells/cell.ts';
import { toPlainString } from '../../../markdown/cells/cell-text.ts';
import { readItems } from '../../../markdown/cells/readers.ts';
import type { ParseContext } from '../../../markdown/content.ts';
import type { Name } from '../../../text/location.ts';
import { findCondition } from '../conditions/index.ts';
import { diagnostics } from '../diagnostics.ts';
import type { CodeModel, ConditionModel } from '../model.ts';

/** Reads Condition: what it states, and whether some of it could not be read. */
export function readConditions(cell: Cell, context: ParseContext): Pick<CodeModel, 'conditions' | 'unread'> {
  const before = context.diagnostics.length;
  const conditions = readItems(cell, ';', readCondition, 'Condition', context);
  return context.diagnostics.length === before ? { conditions } : { conditions, unread: true };
}

/** Reads one condition: its name, its narrowing after `on`, or the operation of `raised by`. */
function readCondition(item: CellText, context: ParseContext): ConditionModel | undefined {
  const { tokens, span } = item;
  if (tokens[0]?.text === 'raised') return readRaised(item, context);
  const on = tokens.findIndex((token, index) => index > 0 && token.kind === 'word' && token.text === 'on');
  const name = joinTokens(item, 0, on === -1 ? tokens.length : on);
  if (findCondition(name.value) === undefined) {
    context.diagnostics.push(diagnostics['unknown-condition'](name.span, name.value));
    return undefined;
  }
  if (on === -1) return { name, span };
  if (on + 1 < tokens.length) return { name, on: joinTokens(item, on + 1, tokens.length), span };
  context.diagnostics.push(
    diagnostics.condition(tokens[on]!.span, 'on', 'is not followed by an operation, transition or resource'),
  );
  return undefined;
}

function readRaised(item: CellText, context: ParseContext): ConditionModel | undefined {
  const { tokens, span } = item;
  const by = tokens[1];
  if (by?.text !== 'by') {
    const why = 'is not the word `by`';
    context.diagnostics.push(diagnostics.condition(by?.span ?? span, by?.text ?? toPlainString(item), why, by && 'by'));
    return undefined;
  }
  if (tokens.length === 2) {
    context.diagnostics.push(diagnostics.condition(by.span, 'by', 'is not followed by an operation'));
    return undefined;
  }
  return { name: joinTokens(item, 0, 2), raisedBy: joinTokens(item, 2, tokens.length), span };
}

function joinTokens(item: CellText, first: number, last: number): Name {
  const chosen = item.tokens.slice(first, last);
  const span = { start: chosen[0]!.span.start, end: chosen[chosen.length - 1]!.span.end };
  return {
    value: chosen.map((token, index) => (index > 0 && token.spaced ? ` ${token.text}` : token.text)).join(''),
    span,
  };
}
