import type { FollowedAnchor } from '../questions.ts';
import { listChildNodes } from '../references.ts';
import type { Expression, ValueType } from '../tree.ts';
import { isDecimalType } from '../types.ts';
import { formatLiteral } from './dialect.ts';
import { columnOf, compileOperand, getLiteralValue, type SqlRun } from './operands.ts';
import { isField, isFolded } from './subset.ts';

type Binary = Expression & { readonly op: 'binary' };

const bool: ValueType = { kind: 'bool' };

/** The SQL of a condition of the store profile: TRUE, FALSE, or NULL when the expression fails. */
export function compileCondition(run: SqlRun, node: Expression): string {
  if (!run.inline && !readsFields(node)) return run.bind({ kind: 'value', of: node, type: bool });
  if (node.op === 'not') return `NOT (${compileCondition(run, node.of)})`;
  if (node.op === 'has') return hasText(run, node.of);
  if (node.op === 'call') return compileStringCall(run, node);
  if (node.op === 'question') return run.question(run, node);
  if (node.op !== 'binary') throw new Error(`the store profile has no ${node.op}`);
  if (node.operator === '&&' || node.operator === '||') {
    const left = compileCondition(run, node.left);
    const right = compileCondition(run, node.right);
    return `(${left} ${node.operator === '&&' ? 'AND' : 'OR'} ${right})`;
  }
  if (node.operator === 'in') return compileMembership(run, node.left, node.right);
  return node.operator === '==' || node.operator === '!=' ? compileEquality(run, node) : compileOrdering(run, node);
}

/** The SQL of a condition of which only TRUE counts: an equality is plain, so that an index answers it. */
export function compileSelection(run: SqlRun, node: Expression): string {
  if (node.op !== 'binary') return compileCondition(run, node);
  const { operator, left, right } = node;
  if (operator === '&&') return `(${compileSelection(run, left)} AND ${compileSelection(run, right)})`;
  if (node === run.anchor?.node) return compileAnchor(run, run.anchor) ?? compileCondition(run, node);
  const nullable = [left, right].filter((side) => side.type.kind === 'nullable').length;
  const isPlain = ![left, right].some((side) => side.type.kind === 'null' || side.op === 'question');
  if (operator !== '==' || nullable === 0 || !isPlain || ![left, right].some(isField))
    return compileCondition(run, node);
  const equal = `${compileOperand(run, left)} = ${compileOperand(run, right)}`;
  if (nullable === 1) return equal;
  const present = [compilePresenceTest(run, left), compilePresenceTest(run, right)].filter(
    (test) => test !== undefined,
  );
  const nulls = [left, right].map((side) => `${compileOperand(run, side)} IS NULL`);
  return `(${equal} OR (${[...present, ...nulls].join(' AND ')}))`;
}

/** The records from which a path leads to a value, by the index of the first reference. */
function compileAnchor(run: SqlRun, { steps, equals }: FollowedAnchor): string | undefined {
  const followed = ([...run.asked.values()].at(-1) ?? run.columns).followed?.(steps);
  if (followed === undefined) return undefined;
  const { own, identity, from, joined, last } = followed;
  const holds = [`${last} = ${compileOperand(run, equals)}`, ...joined];
  return `${own} IN (SELECT ${identity} FROM ${from} WHERE ${holds.join(' AND ')})`;
}

function readsFields(node: Expression): boolean {
  return node.op === 'question' || isField(node) || listChildNodes(node).some(readsFields);
}

function hasText(run: SqlRun, of: Expression): string {
  if (!isField(of)) throw new Error('the store profile asks `has` of fields');
  const step = of.steps.at(-1)!;
  const text = step.nullable && !step.optional ? formatLiteral(true, bool) : `${columnOf(run, of)} IS NOT NULL`;
  const holder = of.steps.length - 1;
  return holder > (of.root === 'local' ? 1 : 0)
    ? wrapInGuards([`${columnOf(run, of, holder)} IS NOT NULL`], () => text)
    : text;
}

/** The condition that a side is there: NULL or FALSE when reading it fails; nothing when it cannot fail. */
export function compilePresenceTest(run: SqlRun, side: Expression): string | undefined {
  if (isField(side)) {
    if (side.type.kind !== 'nullable') return `${columnOf(run, side)} IS NOT NULL`;
    const first = side.root === 'local' ? 2 : 1;
    return side.steps.length > first ? `${columnOf(run, side, side.steps.length - 1)} IS NOT NULL` : undefined;
  }
  if (side.op === 'question') return undefined;
  if (isFolded(side)) return compilePresenceTest(run, side.of[0]!);
  const literal = side.op === 'literal' || getLiteralValue(side) !== undefined;
  return literal ? undefined : run.bind({ kind: 'present', of: side, type: bool });
}

/** Writes a text that is NULL unless all guards hold. */
export function wrapInGuards(guards: readonly (string | undefined)[], text: () => string): string {
  const needed = guards.filter((guard) => guard !== undefined);
  return needed.length === 0 ? text() : `CASE WHEN ${needed.join(' AND ')} THEN ${text()} END`;
}

function compileEquality(run: SqlRun, node: Binary): string {
  const { left, right } = node;
  const equal = node.operator === '==';
  const nulls = [left, right].filter((side) => side.op === 'literal' && side.value === null);
  if (nulls.length > 0) {
    const side = nulls.includes(left) ? right : left;
    return wrapInGuards(
      [compilePresenceTest(run, side)],
      () => `${compileOperand(run, side)} IS ${equal ? '' : 'NOT '}NULL`,
    );
  }
  const nullables = [left, right].filter((side) => side.type.kind === 'nullable').length;
  const compared = (): string => `${compileOperand(run, left)} ${equal ? '=' : '<>'} ${compileOperand(run, right)}`;
  if (nullables === 0) return compared();
  return wrapInGuards([compilePresenceTest(run, left), compilePresenceTest(run, right)], () => {
    if (nullables === 1) return `coalesce(${compared()}, ${formatLiteral(!equal, bool)})`;
    return `${equal ? '' : 'NOT '}(${run.dialect.same(compileOperand(run, left), compileOperand(run, right))})`;
  });
}

function compileOrdering(run: SqlRun, node: Binary): string {
  const left = compileOperand(run, node.left);
  const right = compileOperand(run, node.right);
  return `${left} ${node.operator} ${right}`;
}

function compileMembership(run: SqlRun, left: Expression, right: Expression): string {
  if (right.op === 'list') return compileInList(run, left, right.items);
  return wrapInGuards([compilePresenceTest(run, left), compilePresenceTest(run, right)], () =>
    run.dialect.isIn(compileOperand(run, left), compileOperand(run, right), isDecimalType(left.type)),
  );
}

function compileInList(run: SqlRun, left: Expression, items: readonly Expression[]): string {
  if (items.length > 0 && items.every((item) => getLiteralValue(item) !== undefined)) {
    return `${compileOperand(run, left)} IN (${items.map((item) => compileOperand(run, item)).join(', ')})`;
  }
  return wrapInGuards([compilePresenceTest(run, left), ...items.map((item) => compilePresenceTest(run, item))], () => {
    const no = formatLiteral(false, bool);
    const each = items.map((item) => `coalesce(${compileOperand(run, left)} = ${compileOperand(run, item)}, ${no})`);
    return each.length === 0 ? no : `(${each.join(' OR ')})`;
  });
}

function compileStringCall(run: SqlRun, node: Expression & { readonly op: 'call' }): string {
  const [text, part] = node.of as readonly [Expression, Expression];
  const field = compileOperand(run, text);
  if (node.name === 'contains') return run.dialect.contains(field, compileOperand(run, part));
  const length = `length(${compileOperand(run, part)})`;
  const piece = node.name === 'startsWith' ? `1, ${length}` : `length(${field}) - ${length} + 1`;
  return `substr(${field}, ${piece}) = ${compileOperand(run, part)}`;
}
