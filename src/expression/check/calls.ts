import { isDecimal } from '../../text/numbers/decimals.ts';
import { diagnostics } from '../diagnostics.ts';
import { parseDuration, parseMoment, suggestDuration } from '../literals.ts';
import type { Syntax } from '../parse/syntax.ts';
import { functionNames } from '../reserved.ts';
import type { Expression, FunctionName, ValueType } from '../tree.ts';
import { describeType, getBaseType, removeNullable } from '../types.ts';
import { checkChanged } from './changed.ts';
import { type Checking, fail, locateNode, recordSpan } from './checking.ts';
import { coerceWidth, requireNonNull } from './coerce.ts';
import { toDecimalNode } from './decimals.ts';
import { findForm, findMeantForm, macros, methods } from './forms.ts';
import { checkFunction } from './functions.ts';
import { checkLink } from './links.ts';
import { checkMacro } from './macros.ts';
import { checkQuestion, findAskedResource } from './questions.ts';
import { checkRounding } from './rounding.ts';
import { findSignature } from './signatures.ts';

/** A call as it was written. */
export type Call = Syntax & { readonly kind: 'call' };

/** Which kinds of values a function takes, in words and one by one. */
const taken: Readonly<Record<string, readonly [string, ...string[]]>> = {
  size: ['a string, a list or a map', 'string', 'list', 'map', 'any'],
  int: ['a number, a decimal, a string or a date-time', 'int', 'double', 'decimal', 'string', 'timestamp', 'any'],
  double: ['a number, a decimal or a string', 'int', 'double', 'decimal', 'string', 'any'],
  decimal: ['an integer or a string such as `"12.50"`', 'int', 'decimal', 'string', 'any'],
  string: ['a simple value', 'int', 'double', 'decimal', 'bool', 'string', 'timestamp', 'duration', 'any'],
};

/** Checks a call of a function, a method or a macro. */
export function checkCall(checking: Checking, call: Call): Expression | undefined {
  const { name, receiver, args } = call;
  const asked = findAskedResource(checking, call);
  if (asked !== undefined) return checkQuestion(checking, call, asked);
  const signature = findSignature(name);
  if (signature !== undefined) return checkFunction(checking, call, signature);
  const form = findForm(name);
  if (form === undefined || !functionNames.includes(name)) {
    for (const arg of [...(receiver === undefined ? [] : [receiver]), ...args]) checking.check(arg);
    return fail(checking, diagnostics['unknown-function'](call.nameSpan, name, functionNames, findMeantForm(name)));
  }
  if (name === 'link') return checkLink(checking, call);
  const count = args.length + (receiver === undefined ? 0 : 1);
  if (macros.has(name)) {
    const well = receiver !== undefined && (args.length === 2 || (name === 'map' && args.length === 3));
    return well ? checkMacro(checking, call) : fail(checking, diagnostics['wrong-call'](call.span, name, form));
  }
  if (name === 'next')
    return receiver === undefined
      ? checkNext(checking, call)
      : fail(checking, diagnostics['wrong-call'](call.span, name, form));
  if (name === 'round' || name === 'divide') {
    const well = receiver === undefined && args.length === (name === 'round' ? 2 : 3);
    return well
      ? checkRounding(checking, call, name)
      : fail(checking, diagnostics['wrong-call'](call.span, name, form));
  }
  const wrongForm = methods.has(name) ? receiver === undefined || count !== 2 : count !== 1;
  if (wrongForm || (receiver !== undefined && !methods.has(name) && name !== 'size')) {
    return fail(checking, diagnostics['wrong-call'](call.span, name, form));
  }
  if (name === 'has') return checkHas(checking, call);
  if (name === 'changed') return checkChanged(checking, call);
  if (name === 'timestamp' || name === 'duration') return checkTime(checking, call, name);
  if (methods.has(name)) return checkMethod(checking, call, name as FunctionName);
  const of = checking.check(receiver ?? args[0]!);
  if (of === undefined) return undefined;
  return name === 'sum' ? checkSum(checking, call, of) : checkSimple(checking, call, name as FunctionName, of);
}

function checkHas(checking: Checking, call: Call): Expression | undefined {
  const of = checking.check(call.args[0]!);
  if (of === undefined) return undefined;
  const steps = of.op === 'path' ? of.steps.length - (of.root === 'local' ? 1 : 0) : 0;
  const isFound = of.op === 'question' && (of.name === 'min' || of.name === 'max');
  const field = (of.op === 'path' && (steps > 0 || of.root === 'old')) || of.op === 'select' || isFound;
  if (!field) return fail(checking, diagnostics['has-what'](locateNode(checking, of)));
  return recordSpan(checking, call.span, { op: 'has', of, type: { kind: 'bool' } });
}

function checkTime(checking: Checking, call: Call, name: 'timestamp' | 'duration'): Expression | undefined {
  const arg = call.args[0]!;
  if (arg.kind !== 'string' && name === 'timestamp') {
    const found = checking.check(arg);
    if (found === undefined) return undefined;
    const isDate = removeNullable(found.type).kind === 'date';
    if (isDate || getBaseType(found.type).kind === 'int') {
      const of = coerceWidth(checking, requireNonNull(checking, found), false);
      return recordSpan(checking, call.span, { op: 'call', name, of: [of], type: { kind: name } });
    }
  }
  if (arg.kind !== 'string') {
    const example = name === 'timestamp' ? '2026-11-01T09:00:00Z' : '36h';
    return fail(checking, diagnostics['literal-needed'](arg.span, name, example));
  }
  const time = name === 'timestamp' ? parseMoment(arg.value) : parseDuration(arg.value);
  if (time === undefined) {
    return name === 'timestamp'
      ? fail(checking, diagnostics['bad-timestamp'](arg.span, arg.value))
      : fail(checking, diagnostics['bad-duration'](arg.span, arg.value, suggestDuration(arg.value)));
  }
  const of = recordSpan(checking, arg.span, { op: 'literal', value: arg.value, type: { kind: 'string' } } as const);
  return recordSpan(checking, call.span, { op: 'call', name, of: [of], type: { kind: name } });
}

function checkMethod(checking: Checking, call: Call, name: FunctionName): Expression | undefined {
  const sides = [call.receiver!, call.args[0]!].map((side) => checking.check(side));
  const of: Expression[] = [];
  for (const side of sides) {
    if (side === undefined) continue;
    if (getBaseType(side.type).kind === 'string') of.push(requireNonNull(checking, side));
    else
      fail(
        checking,
        diagnostics['wrong-argument'](
          locateNode(checking, side),
          name,
          describeWantedArgument(name, side),
          describeType(side.type),
        ),
      );
  }
  return of.length < 2 ? undefined : recordSpan(checking, call.span, { op: 'call', name, of, type: { kind: 'bool' } });
}

function describeWantedArgument(name: string, side: Expression): string {
  return name === 'contains' && getBaseType(side.type).kind === 'list'
    ? 'strings (for a list, write `x in list`)'
    : 'strings';
}

function checkSum(checking: Checking, call: Call, found: Expression): Expression | undefined {
  const of = requireNonNull(checking, found);
  const item = of.type.kind === 'list' ? getBaseType(of.type.item) : undefined;
  const empty = of.op === 'list' && of.items.length === 0;
  const type: ValueType | undefined = empty ? { kind: 'int' } : item;
  if (type?.kind === 'int' || type?.kind === 'double' || type?.kind === 'decimal') {
    return recordSpan(checking, call.span, { op: 'call', name: 'sum', of: [of], type });
  }
  const what = describeType(of.type);
  return fail(
    checking,
    diagnostics['wrong-argument'](locateNode(checking, of), 'sum', 'a list of integers, numbers or decimals', what),
  );
}

function checkSimple(checking: Checking, call: Call, name: FunctionName, found: Expression): Expression | undefined {
  const of = requireNonNull(checking, found);
  const kind = getBaseType(of.type).kind;
  const span = locateNode(checking, of);
  const [words, ...kinds] = taken[name]!;
  if (!kinds.includes(kind)) {
    const isNumber = name === 'decimal' && of.op === 'literal' && isDecimal(String(of.value));
    const suggestion = isNumber ? `"${of.value}"` : undefined;
    return fail(checking, diagnostics['wrong-argument'](span, name, words, describeType(of.type), suggestion));
  }
  if (name === 'decimal' && (of.op === 'literal' || kind === 'decimal')) return toDecimalNode(checking, of);
  const wide = name === 'int' && getBaseType(of.type).kind === 'int' ? getBaseType(of.type) : undefined;
  const type: ValueType = wide ?? { kind: name === 'size' ? 'int' : (name as 'int' | 'double' | 'decimal' | 'string') };
  return recordSpan(checking, call.span, { op: 'call', name, of: [of], type });
}

function checkNext(checking: Checking, call: Call): Expression | undefined {
  const { environment } = checking;
  if (!environment.next) return fail(checking, diagnostics['next-not-allowed'](call.span, environment.place));
  if (call.args.length === 0) return fail(checking, diagnostics['wrong-call'](call.span, 'next', findForm('next')!));
  const record = environment.roots.get('record');
  const fields = record?.kind === 'object' ? environment.symbols.fields(record.name) : undefined;
  const names: string[] = [];
  call.args.forEach((arg, index) => {
    const name =
      arg.kind === 'name' || arg.kind === 'select' ? arg.name : arg.kind === 'string' ? arg.value : undefined;
    if (name === undefined) {
      fail(checking, diagnostics['wrong-call'](arg.span, 'next', findForm('next')!));
      return;
    }
    const field = fields?.get(name);
    if (field === undefined || (arg.kind === 'select' && !(arg.from.kind === 'name' && arg.from.name === 'record'))) {
      fail(
        checking,
        diagnostics['next-field'](arg.span, name, 'is not a field of the record', [...(fields?.keys() ?? [])]),
      );
    } else if (index === 0 && getBaseType(field.type).kind !== 'int') {
      fail(checking, diagnostics['next-field'](arg.span, name, `is ${describeType(field.type)}, not an integer`, []));
    } else if (index > 0 && field.stored !== 'column') {
      fail(checking, diagnostics['next-field'](arg.span, name, 'is not stored in its own column', []));
    } else names.push(name);
  });
  if (names.length < call.args.length) return undefined;
  const [field = '', ...within] = names;
  return recordSpan(checking, call.span, { op: 'next', field, within, type: getBaseType(fields!.get(field)!.type) });
}
