import { nodesBelow } from '../references.ts';
import type { Expression, ValueType } from '../tree.ts';
import { bare, basis } from '../types.ts';
import { literalOf, operandText, type SqlRun } from './operands.ts';
import { isField } from './subset.ts';

type Binary = Expression & { readonly op: 'binary' };

const bool: ValueType = { kind: 'bool' };

/** The SQL of a condition of the store profile: TRUE, FALSE, or NULL when the expression fails. */
export function conditionText(run: SqlRun, node: Expression): string {
  if (!run.inline && !readsFields(node)) return run.bind({ kind: 'value', of: node, type: bool });
  if (node.op === 'not') return `NOT (${conditionText(run, node.of)})`;
  if (node.op === 'has') return hasText(run, node.of);
  if (node.op === 'call') return textCall(run, node);
  if (node.op !== 'binary') throw new Error(`the store profile has no ${node.op}`);
  if (node.operator === '&&' || node.operator === '||') {
    const left = conditionText(run, node.left);
    const right = conditionText(run, node.right);
    return `(${left} ${node.operator === '&&' ? 'AND' : 'OR'} ${right})`;
  }
  if (node.operator === 'in') return membershipText(run, node.left, node.right);
  return node.operator === '==' || node.operator === '!=' ? equalityText(run, node) : orderingText(run, node);
}

function readsFields(node: Expression): boolean {
  return isField(node) || nodesBelow(node).some(readsFields);
}

function hasText(run: SqlRun, of: Expression): string {
  if (!isField(of)) throw new Error('the store profile asks `has` of fields');
  const step = of.steps[0]!;
  if (step.nullable && !step.optional) return run.dialect.literal(true, bool);
  return `${run.columns.column(of.steps)} IS NOT NULL`;
}

/** The condition that a side is there: NULL or FALSE when reading it fails; nothing when it cannot fail. */
function presence(run: SqlRun, side: Expression): string | undefined {
  if (isField(side)) {
    if (side.type.kind !== 'nullable') return `${run.columns.column(side.steps)} IS NOT NULL`;
    return side.steps.length > 1 ? `${run.columns.column(side.steps.slice(0, 1))} IS NOT NULL` : undefined;
  }
  const literal = side.op === 'literal' || literalOf(side) !== undefined;
  return literal ? undefined : run.bind({ kind: 'present', of: side, type: bool });
}

function guarded(guards: readonly (string | undefined)[], text: () => string): string {
  const needed = guards.filter((guard) => guard !== undefined);
  return needed.length === 0 ? text() : `CASE WHEN ${needed.join(' AND ')} THEN ${text()} END`;
}

function equalityText(run: SqlRun, node: Binary): string {
  const { left, right } = node;
  const equal = node.operator === '==';
  const nulls = [left, right].filter((side) => side.op === 'literal' && side.value === null);
  if (nulls.length > 0) {
    const side = nulls.includes(left) ? right : left;
    return guarded([presence(run, side)], () => `${operandText(run, side)} IS ${equal ? '' : 'NOT '}NULL`);
  }
  const nullables = [left, right].filter((side) => side.type.kind === 'nullable').length;
  const compared = (): string => `${operandText(run, left)} ${equal ? '=' : '<>'} ${operandText(run, right)}`;
  if (nullables === 0) return compared();
  return guarded([presence(run, left), presence(run, right)], () => {
    if (nullables === 1) return `coalesce(${compared()}, ${run.dialect.literal(!equal, bool)})`;
    return `${equal ? '' : 'NOT '}(${run.dialect.same(operandText(run, left), operandText(run, right))})`;
  });
}

function orderingText(run: SqlRun, node: Binary): string {
  const left = operandText(run, node.left);
  const right = operandText(run, node.right);
  const text = basis(node.left.type).kind === 'string';
  return `${text ? run.dialect.ordered(left) : left} ${node.operator} ${right}`;
}

function membershipText(run: SqlRun, left: Expression, right: Expression): string {
  if (right.op === 'list') return listedText(run, left, right.items);
  const type = bare(right.type);
  const item = type.kind === 'list' ? type.item : type;
  return guarded([presence(run, left), presence(run, right)], () => {
    const value = operandText(run, left);
    const list = operandText(run, right);
    return isField(right) ? run.dialect.listHas(value, list, item) : run.dialect.isIn(value, list, item);
  });
}

function listedText(run: SqlRun, left: Expression, items: readonly Expression[]): string {
  if (items.length > 0 && items.every((item) => literalOf(item) !== undefined)) {
    return `${operandText(run, left)} IN (${items.map((item) => operandText(run, item)).join(', ')})`;
  }
  return guarded([presence(run, left), ...items.map((item) => presence(run, item))], () => {
    const no = run.dialect.literal(false, bool);
    const each = items.map((item) => `coalesce(${operandText(run, left)} = ${operandText(run, item)}, ${no})`);
    return each.length === 0 ? no : `(${each.join(' OR ')})`;
  });
}

function textCall(run: SqlRun, node: Expression & { readonly op: 'call' }): string {
  const [text, part] = node.of as readonly [Expression, Expression];
  const field = operandText(run, text);
  if (node.name === 'contains') return run.dialect.contains(field, operandText(run, part));
  const length = `length(${operandText(run, part)})`;
  const piece = node.name === 'startsWith' ? `1, ${length}` : `length(${field}) - ${length} + 1`;
  return `substr(${field}, ${piece}) = ${operandText(run, part)}`;
}
