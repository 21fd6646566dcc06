import { getOperandUse, type Within } from '../conditions/missing.ts';
import { findFollowedAnchorOf, type QuestionNode, readsVariable } from '../questions.ts';
import type { Expression } from '../tree.ts';
import { compilePresenceTest, compileSelection, wrapInGuards } from './conditions.ts';
import type { AskedTable, SqlRun } from './operands.ts';

/** The SQL of the values that a field has in the records of a question, in the column `v`. */
export function compileValues(run: SqlRun, node: QuestionNode, field: string): string {
  const { table, rows } = compileRows(run, node);
  return `SELECT ${table.column([{ name: field }])} AS v ${rows}`;
}

/** The SQL of a question inside a condition. A record for which its condition fails is left out; NULL without a value that it needs. */
export function compileQuestion(run: SqlRun, node: QuestionNode): string {
  const needed = listNeeded(node.where, new Set([node.variable]), 'condition');
  return wrapInGuards(
    needed.map((value) => compilePresenceTest(run, value)),
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

/** Lists the values of its environment without which a question fails: equalities and the sides of `||` need none. */
function listNeeded(node: Expression, variables: ReadonlySet<string>, within: Within): readonly Expression[] {
  if (node.op === 'literal' || node.op === 'list') return [];
  if (!readsVariable(node, variables)) return within === 'equality' || node.type.kind === 'bool' ? [] : [node];
  if (node.op === 'binary') {
    if (node.operator === '||') return [];
    const use = node.operator === '&&' ? within : getOperandUse(node, within);
    return [node.left, node.right].flatMap((side) => listNeeded(side, variables, use));
  }
  return node.op === 'not' ? listNeeded(node.of, variables, 'value') : [];
}

function compileRows(run: SqlRun, node: QuestionNode): { readonly table: AskedTable; readonly rows: string } {
  const table = run.columns.asked?.(node.resource, `q${run.asked.size}`);
  if (table === undefined) throw new Error('the surroundings of a condition answer no questions');
  const asked = new Map([...run.asked, [node.variable, table]]);
  const inner = { ...run, asked, anchor: findFollowedAnchorOf(node) };
  const where = compileSelection(inner, node.where);
  return { table, rows: `FROM ${table.from} WHERE ${table.alive === undefined ? '' : `${table.alive} AND `}${where}` };
}
