import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { SourceText } from '../../text/location.ts';
import { checkExpression } from '../check.ts';
import { compileExpression } from '../javascript.ts';
import { parseExpression } from '../parse.ts';
import { runtime } from '../runtime.ts';
import type { Environment, FieldType, SymbolTable } from '../symbol-table.ts';
import type { Expression, Root, ValueType } from '../tree.ts';

/** A text. */
export const string: ValueType = { kind: 'string' };
/** An integer that a JavaScript number holds. */
export const int: ValueType = { kind: 'int' };
/** An integer of 64 bits. */
export const wide: ValueType = { kind: 'int', wide: true };
/** A number. */
export const double: ValueType = { kind: 'double' };
/** A decimal. */
export const decimal: ValueType = { kind: 'decimal' };
/** True or false. */
export const bool: ValueType = { kind: 'bool' };
/** A moment. */
export const timestamp: ValueType = { kind: 'timestamp' };
/** A day. */
export const date: ValueType = { kind: 'date' };
/** The same, or null. */
export const orNull = (of: ValueType): ValueType => ({ kind: 'nullable', of });
/** A list of these. */
export const listOf = (item: ValueType): ValueType => ({ kind: 'list', item });
/** A state. */
export const status: ValueType = { kind: 'choice', of: 'a state of Invoice', values: ['draft', 'open', 'paid'] };
const customer: ValueType = { kind: 'ref', resource: 'Customer', identity: string };

const field = (type: ValueType, optional = false, stored: FieldType['stored'] = 'column'): FieldType => ({
  type,
  optional,
  stored,
});
const json = (type: ValueType, optional = false): FieldType => field(type, optional, 'json');

const fields: Readonly<Record<string, Readonly<Record<string, FieldType>>>> = {
  Invoice: {
    id: field(string),
    n: field(int),
    m: field(int, true),
    k: field(orNull(int)),
    big: field(wide),
    huge: field(wide, true),
    total: field(double),
    rate: field(double, true),
    ratio: field(orNull(double)),
    name: field(string),
    memo: field(string, true),
    note: field(orNull(string)),
    flag: field(bool),
    maybe: field(bool, true),
    status: field(status),
    amount: field(decimal),
    fee: field(decimal, true),
    tip: field(orNull(decimal)),
    issued_on: field(date),
    due_on: field(date, true),
    created_at: field(timestamp),
    paid_at: field(timestamp, true),
    seen_at: field(orNull(timestamp)),
    customer: field(customer),
    payer: field(customer, true),
    tags: json(listOf(string)),
    labels: json(listOf(string), true),
    counts: json(listOf(int)),
    amounts: json(listOf(decimal)),
    prices: json(listOf(double)),
    times: json(listOf(timestamp)),
    scores: json({ kind: 'map', value: int }),
    lines: json(listOf({ kind: 'object', name: 'Line' })),
    address: json({ kind: 'object', name: 'Address' }, true),
    meta: json({ kind: 'any' }, true),
    shown: field(string, false, 'shown'),
    type: field(string),
    'first-name': field(string),
    constructor: field(string, true),
  },
  Customer: {
    id: field(string),
    shop: field(string),
    nick: field(orNull(string)),
    level: field(int, true),
    parent: field(customer, true),
  },
  Line: { amount: field(int), label: field(string, true), price: field(orNull(double)) },
  Address: { city: field(string, true), zip: field(orNull(string)) },
  caller: {
    id: field(string),
    shop: field(string, true),
    level: field(int, true),
    shops: field(listOf(string), true),
    least: field(string, true),
    limits: field(listOf(string), true),
  },
  input: { amount: field(int), note: field(string, true), to: field(customer) },
};
const maps = new Map(Object.entries(fields).map(([name, own]) => [name, new Map(Object.entries(own))]));

/** The vocabulary of a small document about invoices. */
export const symbols: SymbolTable = { fields: (name) => maps.get(name) };

/** An environment in which all of some roots may be named. */
export function environment(roots: readonly Root[], more: Partial<Environment> = {}): Environment {
  const types: Partial<Record<Root, ValueType>> = {
    record: { kind: 'object', name: 'Invoice' },
    old: { kind: 'object', name: 'Invoice' },
    input: { kind: 'object', name: 'input' },
    caller: { kind: 'object', name: 'caller' },
    now: timestamp,
    today: date,
    self: string,
    value: string,
  };
  const allowed = new Map(roots.map((root): [Root, ValueType] => [root, types[root]!]));
  return { symbols, roots: allowed, place: 'a Guard', ...more };
}

/** Everything may be named. */
export const everywhere = environment(['record', 'old', 'input', 'caller', 'now', 'today', 'self', 'value']);

/** A text as words that stand at its own offsets. */
export function wordsOf(text: string): SourceText {
  return { text, span: { start: 0, end: text.length } };
}

/** Parses and checks a text. */
export function read(text: string, within: Environment = everywhere): { tree?: Expression; diagnostics: Diagnostic[] } {
  const { ast, diagnostics } = parseExpression(wordsOf(text));
  return ast === undefined ? { diagnostics } : checkExpression(ast, within);
}

/** The values of the roots of one evaluation. */
export type Given = Readonly<Partial<Record<Root | 'refs', unknown>>>;

/** Compiles a checked expression to a function that gives its value or throws. */
export function compiled(tree: Expression, called: object = runtime): (given: Given) => unknown {
  const names: readonly Root[] = ['record', 'old', 'input', 'caller', 'event', 'value', 'now', 'today', 'self'];
  const roots = Object.fromEntries(names.map((name) => [name, name]));
  const { source } = compileExpression(tree, {
    roots,
    ref: (from, path) => `refs[${JSON.stringify([from, ...path.map((step) => step.name)].join('.'))}]`,
    next: (name, within) => `${JSON.stringify([name, ...within])}`,
  });
  const made = new Function('$', 'refs', ...names, `return ${source};`);
  return (given) => made(called, given.refs, ...names.map((name) => given[name]));
}

/** Parses, checks and compiles a text; a diagnostic is an error of the test. */
export function evaluate(text: string, given: Given, within: Environment = everywhere): unknown {
  const { tree, diagnostics } = read(text, within);
  if (tree === undefined) throw new Error(`${text}: ${diagnostics.map((diagnostic) => diagnostic.message).join(' ')}`);
  return compiled(tree)(given);
}
