import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Span } from '../../text/location.ts';
import type { Elements } from '../elements.ts';
import type { Syntax } from '../parse/syntax.ts';
import type { Environment } from '../symbol-table.ts';
import type { Expression, ValueType } from '../tree.ts';

/** One run of the checker over one expression. */
export interface Checking {
  readonly environment: Environment;
  readonly diagnostics: Diagnostic[];
  /** The variables of the enclosing macros. */
  readonly locals: ReadonlyMap<string, ValueType>;
  /** The variables that are records of enclosing questions. */
  readonly asked: ReadonlySet<string>;
  /** The values of the variables of enclosing macros. */
  readonly elements: Elements;
  /** The span of each checked node. */
  readonly spans: Map<Expression, Span>;
  /** Checks one node; returns undefined if it or a node below it is wrong: the diagnostic has been reported. */
  check(
    syntax: Syntax,
    locals?: ReadonlyMap<string, ValueType>,
    asked?: ReadonlySet<string>,
    elements?: Elements,
  ): Expression | undefined;
}

/** Notes the place of a node that was made. */
export function recordSpan<E extends Expression>(checking: Checking, span: Span, node: E): E {
  checking.spans.set(node, span);
  return node;
}

/** The place of a node. */
export function locateNode(checking: Checking, node: Expression): Span {
  return checking.spans.get(node) ?? { start: 0, end: 0 };
}

/** Notes a diagnostic; nothing comes back. */
export function fail(checking: Checking, diagnostic: Diagnostic): undefined {
  checking.diagnostics.push(diagnostic);
  return undefined;
}
