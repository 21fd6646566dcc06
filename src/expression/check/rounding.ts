import { mostDecimalDigits } from '../../text/numbers/decimals.ts';
import { diagnostics } from '../diagnostics.ts';
import type { Syntax } from '../parse/syntax.ts';
import type { Expression } from '../tree.ts';
import { describeType, isDecimalType } from '../types.ts';
import { type Checking, fail, locateNode, recordSpan } from './checking.ts';
import { requireNonNull } from './coerce.ts';
import { toDecimalNode } from './decimals.ts';

type Call = Syntax & { readonly kind: 'call' };

/** Checks `round(x, places)` and `divide(a, b, places)`; the number of places is a literal. */
export function checkRounding(checking: Checking, call: Call, name: 'round' | 'divide'): Expression | undefined {
  const places = call.args.at(-1)!;
  const found = call.args.slice(0, -1).map((arg) => checkOperand(checking, name, arg));
  const count = places.kind === 'int' ? Number(places.digits) : undefined;
  if (count === undefined || count < 0 || count >= mostDecimalDigits)
    return fail(checking, diagnostics['bad-places'](places.span, name));
  if (found.includes(undefined)) return undefined;
  const last = { op: 'literal', value: count, type: { kind: 'int' } } as const;
  const of = [...(found as Expression[]), recordSpan(checking, places.span, last)];
  return recordSpan(checking, call.span, { op: 'call', name, of, type: { kind: 'decimal' } });
}

function checkOperand(checking: Checking, name: string, written: Syntax): Expression | undefined {
  const found = checking.check(written);
  if (found === undefined) return undefined;
  const of = requireNonNull(checking, found);
  const value = of.type.kind === 'string' || of.type.kind === 'null' ? undefined : toDecimalNode(checking, of);
  if (value !== undefined && isDecimalType(value.type)) return value;
  const span = locateNode(checking, of);
  return fail(checking, diagnostics['wrong-argument'](span, name, 'decimals and integers', describeType(of.type)));
}
