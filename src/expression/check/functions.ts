import { compilePattern } from '../../text/patterns.ts';
import { diagnostics } from '../diagnostics.ts';
import { isDate } from '../literals.ts';
import type { Syntax } from '../parse/syntax.ts';
import type { Expression, FunctionName, ValueType } from '../tree.ts';
import { describeType, getBaseType, removeNullable } from '../types.ts';
import { isZone, suggestZone } from '../zones.ts';
import { type Checking, fail, locateNode, recordSpan } from './checking.ts';
import { coerceWidth, requireNonNull } from './coerce.ts';
import type { Argument, Signature } from './signatures.ts';

type Call = Syntax & { readonly kind: 'call' };

/** Checks a call of a function whose arguments have one kind each. */
export function checkFunction(checking: Checking, call: Call, signature: Signature): Expression | undefined {
  const { name, receiver, args } = call;
  const { of: due, last, form, gives } = signature;
  const arg = args[0];
  const isDateName = name === 'date';
  if (isDateName && arg?.kind === 'string' && args.length === 1 && receiver === undefined) {
    if (!isDate(arg.value)) return fail(checking, diagnostics['bad-date'](arg.span, arg.value));
    return recordSpan(checking, call.span, { op: 'literal', value: arg.value, type: gives });
  }
  const isMethod = signature.receiver !== undefined;
  const most = due.length + (last === undefined ? 0 : 1);
  if (isMethod !== (receiver !== undefined) || args.length < due.length || args.length > most)
    return fail(checking, diagnostics['wrong-call'](call.span, name, form));
  const wanted = [...(signature.receiver === undefined ? [] : [signature.receiver]), ...due, ...(last ? [last] : [])];
  const written = receiver === undefined ? args : [receiver, ...args];
  const of = written.map((side, index) => checkArgument(checking, name, side, wanted[index]!));
  if (of.includes(undefined)) return undefined;
  const found = of as Expression[];
  if (!fitsReceiver(checking, name, found, form)) return undefined;
  return recordSpan(checking, call.span, { op: 'call', name: name as FunctionName, of: found, type: gives });
}

function checkArgument(checking: Checking, name: string, side: Syntax, due: Argument): Expression | undefined {
  const found = checking.check(side);
  if (found === undefined) return undefined;
  const span = locateNode(checking, found);
  const plain = removeNullable(found.type);
  const base = getBaseType(found.type);
  if (!due.kinds.includes(plain.kind) && !due.kinds.includes(base.kind))
    return fail(checking, diagnostics['wrong-argument'](span, name, due.words, describeType(found.type)));
  if (base.kind === 'list' && !isTextual(base.item))
    return fail(checking, diagnostics['wrong-argument'](span, name, due.words, describeType(found.type)));
  const of = requireNonNull(checking, found);
  const text = of.op === 'literal' && typeof of.value === 'string' ? of.value : undefined;
  if (due.literal && text === undefined)
    return fail(checking, diagnostics['literal-needed'](span, name, '^[A-Z]{2}[0-9]+$'));
  if (due.is === 'zone' && text !== undefined && !isZone(text))
    return fail(checking, diagnostics['unknown-zone'](span, text, suggestZone(text)));
  if (due.is === 'pattern' && text !== undefined) {
    const compiled = compilePattern(text);
    if ('error' in compiled)
      return fail(checking, diagnostics['bad-pattern'](span, text, compiled.engine, compiled.error));
  }
  return due.kinds[0] === 'int' ? coerceWidth(checking, of, false) : of;
}

/** Whether items can be joined: strings that are never null; an empty list has items of any type. */
function isTextual(item: ValueType): boolean {
  return item.kind === 'any' || (item.kind !== 'nullable' && getBaseType(item).kind === 'string');
}

/** A date and a duration are the same in every time zone. */
function fitsReceiver(checking: Checking, name: string, [of, zone]: readonly Expression[], form: string): boolean {
  if (!name.startsWith('get') || zone === undefined || of!.type.kind === 'timestamp') return true;
  fail(checking, diagnostics['wrong-call'](locateNode(checking, zone), name, form));
  return false;
}
