import { findArgumentType } from '../../expression/check/signatures.ts';
import { checkExpression } from '../../expression/check.ts';
import { listChildren, type Syntax } from '../../expression/parse/syntax.ts';
import { parseExpression } from '../../expression/parse.ts';
import type { Environment, FieldType, SymbolTable } from '../../expression/symbol-table.ts';
import type { Expression, ValueType } from '../../expression/tree.ts';
import { removeNullable } from '../../expression/types.ts';
import type { Plan } from '../../plan/plan.ts';
import { createSymbolTable } from './symbol-table.ts';

/** Thrown for a condition of code that the store cannot be asked. */
export class WhereError extends Error {
  override readonly name = 'WhereError';
}

/** Reads a condition of the store profile over a resource's records; throws a `WhereError` that says what is wrong. */
export type Conditions = (resource: string, text: string) => Expression;

/**
 * Creates the reader of conditions of handlers. Their `input` is passed to the store with the condition: each of its fields has the type of
 * the value that it is compared with.
 */
export function createWhereConditions(plan: Plan): Conditions {
  const base = createSymbolTable(plan);
  const known = new Map<string, Expression>();
  return (resource, text) => {
    const key = `${resource} ${text}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = read(base, resource, text);
    // Conditions that handlers build from varying strings must not fill the memory.
    if (known.size >= 1024) known.clear();
    known.set(key, made);
    return made;
  };
}

function read(base: SymbolTable, resource: string, text: string): Expression {
  const { ast, diagnostics } = parseExpression({ text, span: { start: 0, end: text.length } });
  if (ast === undefined) throw new WhereError(`where \`${text}\`: ${diagnostics[0]!.message}`);
  const own = base.fields(resource);
  if (own === undefined) throw new WhereError(`there is no resource ${resource}`);
  const input = new Map<string, FieldType>();
  inferInputTypes(base, own, ast, input);
  const symbols: SymbolTable = { ...base, fields: (name) => (name === 'input' ? input : base.fields(name)) };
  const environment: Environment = {
    symbols,
    roots: new Map<'record' | 'caller' | 'now' | 'today' | 'input', ValueType>([
      ['record', { kind: 'object', name: resource }],
      ['caller', { kind: 'object', name: 'caller' }],
      ['now', { kind: 'timestamp' }],
      ['today', { kind: 'date' }],
      ['input', { kind: 'object', name: 'input' }],
    ]),
    store: true,
    asks: true,
    expected: { kind: 'bool' },
    place: 'a `where` of code',
  };
  const checked = checkExpression(ast, environment);
  if (checked.tree === undefined) throw new WhereError(`where \`${text}\`: ${checked.diagnostics[0]!.message}`);
  return replaceInputWithValue(checked.tree);
}

/** Gives each field of `input` the type of the other side of its operator. */
function inferInputTypes(
  base: SymbolTable,
  own: ReadonlyMap<string, FieldType>,
  syntax: Syntax,
  input: Map<string, FieldType>,
): void {
  const note = (side: Syntax | undefined, type: ValueType | undefined): void => {
    const name = readInputName(side);
    if (name === undefined) return;
    input.set(name, { type: type ?? { kind: 'string' }, optional: false, stored: 'none' });
  };
  if (syntax.kind === 'binary') {
    const { operator, left, right } = syntax;
    const [leftType, other] = [findTypeAt(base, own, left), findTypeAt(base, own, right)];
    if (operator === 'in') {
      note(right, leftType && { kind: 'list', item: leftType });
      note(left, other?.kind === 'list' ? other.item : other);
    } else if (operator !== '&&' && operator !== '||') {
      note(left, other);
      note(right, leftType);
    }
  }
  if (syntax.kind === 'call') {
    for (const [place, argument] of syntax.args.entries())
      note(argument, findArgumentType(syntax.name, place) ?? { kind: 'string' });
    if (syntax.receiver !== undefined && !input.has(readInputName(syntax.receiver) ?? ''))
      note(syntax.receiver, { kind: 'string' });
  }
  for (const otherSyntax of listChildren(syntax)) inferInputTypes(base, own, otherSyntax, input);
}

function readInputName(side: Syntax | undefined): string | undefined {
  return side?.kind === 'select' && side.from.kind === 'name' && side.from.name === 'input' ? side.name : undefined;
}

/** The type of a field of the record, or of one that refs lead to, without its `or null`. */
function findTypeAt(base: SymbolTable, own: ReadonlyMap<string, FieldType>, syntax: Syntax): ValueType | undefined {
  const type = findFieldType(base, own, syntax);
  return type?.kind === 'ref' ? type.identity : type;
}

function findFieldType(base: SymbolTable, own: ReadonlyMap<string, FieldType>, syntax: Syntax): ValueType | undefined {
  const typeIn = (fields: ReadonlyMap<string, FieldType> | undefined, name: string): ValueType | undefined => {
    const type = fields?.get(name)?.type;
    return type && removeNullable(type);
  };
  if (syntax.kind === 'name') return typeIn(own, syntax.name);
  if (syntax.kind !== 'select') return undefined;
  if (syntax.from.kind === 'name' && syntax.from.name === 'record') return typeIn(own, syntax.name);
  const from = findFieldType(base, own, syntax.from);
  return from?.kind === 'ref' ? typeIn(base.fields(from.resource), syntax.name) : undefined;
}

/** The tree with `input` as the value of the condition, by which stores know it. */
function replaceInputWithValue(tree: Expression): Expression {
  const turn = (node: unknown): unknown => {
    if (typeof node !== 'object' || node === null) return node;
    if (Array.isArray(node)) return node.map(turn);
    const turned = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, turn(value)]));
    return turned.op === 'path' && turned.root === 'input' ? { ...turned, root: 'value' } : turned;
  };
  return turn(tree) as Expression;
}
