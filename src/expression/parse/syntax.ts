import type { Span } from '../../text/location.ts';
import type { BinaryOperator } from '../tree.ts';

/**
 * An expression as it was written, before types are known; every span is in the source document. `int` has its decimal digits (including
 * the sign in front of a number), since it may exceed the exact range of numbers.
 */
export type Syntax = { readonly span: Span } & (
  | { readonly kind: 'int'; readonly digits: string }
  | { readonly kind: 'double'; readonly value: number }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'null' }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'select'; readonly from: Syntax; readonly name: string; readonly nameSpan: Span }
  | { readonly kind: 'index'; readonly from: Syntax; readonly at: Syntax }
  | { readonly kind: 'not' | 'negate'; readonly of: Syntax }
  | { readonly kind: 'binary'; readonly operator: BinaryOperator; readonly left: Syntax; readonly right: Syntax }
  | { readonly kind: 'choose'; readonly when: Syntax; readonly outcome: Syntax; readonly otherwise: Syntax }
  | { readonly kind: 'list'; readonly items: readonly Syntax[] }
  /** `{ "street": input.street }`. */
  | {
      readonly kind: 'object';
      readonly members: readonly { readonly name: string; readonly nameSpan: Span; readonly value: Syntax }[];
    }
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly nameSpan: Span;
      /** The expression before the dot of `x.contains(y)`. */
      readonly receiver?: Syntax;
      readonly args: readonly Syntax[];
    }
);

/** The nodes directly below one, in the order of the text. */
export function listChildren(syntax: Syntax): readonly Syntax[] {
  switch (syntax.kind) {
    case 'select':
      return [syntax.from];
    case 'index':
      return [syntax.from, syntax.at];
    case 'not':
    case 'negate':
      return [syntax.of];
    case 'binary':
      return [syntax.left, syntax.right];
    case 'choose':
      return [syntax.when, syntax.outcome, syntax.otherwise];
    case 'list':
      return syntax.items;
    case 'object':
      return syntax.members.map(({ value }) => value);
    case 'call':
      return syntax.receiver === undefined ? syntax.args : [syntax.receiver, ...syntax.args];
    default:
      return [];
  }
}

/**
 * How many nodes an expression has and how deep they are nested. A chain of one operator, `a && b && c`, and
 * a path, `a.b.c`, are one level, however long.
 */
export function measure(syntax: Syntax): { readonly nodes: number; readonly depth: number } {
  let nodes = 0;
  let depth = 0;
  const waiting: { readonly node: Syntax; readonly level: number }[] = [{ node: syntax, level: 1 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, level } = next;
    nodes++;
    depth = Math.max(depth, level);
    for (const child of listChildren(node))
      waiting.push({ node: child, level: continuesChain(node, child) ? level : level + 1 });
  }
  return { nodes, depth };
}

function continuesChain(node: Syntax, child: Syntax): boolean {
  if (node.kind === 'binary') return child === node.left && child.kind === 'binary' && child.operator === node.operator;
  return node.kind === 'select' && (child.kind === 'select' || child.kind === 'name');
}
