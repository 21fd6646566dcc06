import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { checkExpression } from '../../expression/check.ts';
import { parseExpression } from '../../expression/parse.ts';
import type { Environment } from '../../expression/symbol-table.ts';
import type { Expression } from '../../expression/tree.ts';
import type { SourceText } from '../../text/location.ts';
import { memo, memoPair } from '../../text/memo.ts';

/** An expression as its place sees it: its tree where it could be understood, and what is wrong with it. */
export interface Checked {
  readonly tree?: Expression;
  readonly diagnostics: readonly Diagnostic[];
}

/** Parses an expression, once for each place of it in the document. */
export const parseOnce = memo(parseExpression);

/** Parses and checks an expression in its environment, once for each pair of the two: check and plan share the work. */
export const resolveExpression = memoPair((words: SourceText, environment: Environment): Checked => {
  const read = parseOnce(words);
  if (read.ast === undefined) return { diagnostics: read.diagnostics };
  const { tree, diagnostics } = checkExpression(read.ast, environment);
  const all = [...read.diagnostics, ...diagnostics];
  return tree === undefined ? { diagnostics: all } : { tree: { ...tree, source: words.text }, diagnostics: all };
});
