import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { checkExpression } from '../../expression/check.ts';
import { parseExpression } from '../../expression/parse.ts';
import type { Environment } from '../../expression/symbol-table.ts';
import type { Expression } from '../../expression/tree.ts';
import type { SourceText } from '../../text/location.ts';
import { memo } from '../../text/memo.ts';

/** An expression as its place sees it: its tree where it could be understood, and what is wrong with it. */
export interface Checked {
  readonly tree?: Expression;
  readonly diagnostics: readonly Diagnostic[];
}

const parsed = memo(parseExpression);
const knownOf = memo((_words: SourceText): WeakMap<Environment, Checked> => new WeakMap());

/** Parses and checks an expression in its environment, once for each pair of the two: check and plan share the work. */
export function resolveExpression(words: SourceText, environment: Environment): Checked {
  const perPlace = knownOf(words);
  const before = perPlace.get(environment);
  if (before !== undefined) return before;
  const result = parseAndCheck(words, environment);
  perPlace.set(environment, result);
  return result;
}

/** Parses an expression, once for each place of it in the document. */
export function parseOnce(words: SourceText): ReturnType<typeof parseExpression> {
  return parsed(words);
}

function parseAndCheck(words: SourceText, environment: Environment): Checked {
  const read = parseOnce(words);
  if (read.ast === undefined) return { diagnostics: read.diagnostics };
  const { tree, diagnostics } = checkExpression(read.ast, environment);
  const all = [...read.diagnostics, ...diagnostics];
  return tree === undefined ? { diagnostics: all } : { tree: { ...tree, source: words.text }, diagnostics: all };
}
