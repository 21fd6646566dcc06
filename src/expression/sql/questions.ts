import { getOperandUse, type Within } from '../conditions/missing.ts';
import { findFollowedAnchorOf, type QuestionNode, readsVariable } from '../questions.ts';
import type { Expression, ValueType } from '../tree.ts';
import { compileCondition, compilePresenceTest, compileSelection, wrapInGuards } from './conditions.ts';
import { formatLiteral } from './dialect.ts';
import type { AskedTable, SqlRun } from './operands.ts';

const bool: ValueType = { kind: 'bool' };

/** The SQL of the values that a field has in the records of a question, in the column `v`. */
export function compileValues(run: SqlRun, node: QuestionNode, field: string): string {
  const { table, rows } = compileRows(run, node);
  return `SELECT ${table.column([{ name: field }])} AS v ${rows}`;
}

/** The SQL of a question inside a condition. A record for which its condition fails is left out; NULL without a value that it needs. */
export function compileQuestion(run: SqlRun, node: QuestionNode): string {
  const guards = listGuards(run, node.where, new Set([node.variable]), 'condition');
  return wrapInGuards(
    guards.map((guard) => guard()),
    () => compileAnswer(run, node),
  );
}

function compileAnswer(run: SqlRun, node: QuestionNode): string {
  const { rows } = compileRows(run, node);
  if (node.name === 'exists') return `EXISTS (SELECT 1 ${rows})`;
  if (node.name !== 'count') throw new Error(`a condition of the store has no ${node.name}`);
  if (node.most === undefined) return `(SELECT count(*) ${rows})`;
  return `(SELECT count(*) FROM (SELECT 1 ${rows} LIMIT ${node.most}) AS c${run.asked.size})`;
}

/**
 * Lists what writes the conditions without which a question fails: each value of its environment is there, unless it is part of an equality,
 * or another condition of the environment decides without it (`findMissingValue`). Each binds its values in the order of the text.
 */
function listGuards(
  run: SqlRun,
  node: Expression,
  variables: ReadonlySet<string>,
  within: Within,
): readonly (() => string | undefined)[] {
  const isOuter = (one: Expression): boolean => !readsVariable(one, variables);
  if (node.op === 'literal' || node.op === 'list') return [];
  if (isOuter(node)) {
    if (within === 'equality') return [];
    if (node.type.kind === 'bool') return [() => `(${compileCondition(run, node)}) IS NOT NULL`];
    return [() => compilePresenceTest(run, node)];
  }
  if (node.op === 'not') return listGuards(run, node.of, variables, 'value');
  if (node.op !== 'binary') return [];
  const sides = [node.left, node.right];
  const isOr = node.operator === '||';
  if (!isOr && node.operator !== '&&')
    return sides.flatMap((side) => listGuards(run, side, variables, getOperandUse(node, within)));
  const decide = (): readonly string[] =>
    sides.filter(isOuter).map((side) => `${isOr ? '' : 'NOT '}(${compileCondition(run, side)})`);
  return sides.flatMap((side) => {
    const guards = listGuards(run, side, variables, within);
    if (isOuter(side) || !sides.some(isOuter)) return guards;
    return guards.map((guard) => () => {
      const decided = decide();
      return `(${[...decided, guard() ?? formatLiteral(true, bool)].join(' OR ')})`;
    });
  });
}

function compileRows(run: SqlRun, node: QuestionNode): { readonly table: AskedTable; readonly rows: string } {
  const table = run.columns.asked?.(node.resource, `q${run.asked.size}`);
  if (table === undefined) throw new Error('the surroundings of a condition answer no questions');
  const asked = new Map([...run.asked, [node.variable, table]]);
  const inner = { ...run, asked, anchor: findFollowedAnchorOf(node) };
  const where = compileSelection(inner, node.where);
  return { table, rows: `FROM ${table.from} WHERE ${table.alive === undefined ? '' : `${table.alive} AND `}${where}` };
}
