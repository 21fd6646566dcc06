import { findFollowedAnchorOf, type QuestionNode } from '../questions.ts';
import { compileSelection } from './conditions.ts';
import type { AskedTable, SqlRun } from './operands.ts';

/** The SQL of the values that a field has in the records of a question, in the column `v`. */
export function compileValues(run: SqlRun, node: QuestionNode, field: string): string {
  const { table, rows } = compileRows(run, node);
  return `SELECT ${table.column([{ name: field }])} AS v ${rows}`;
}

/** The SQL of a question inside a condition: never NULL, for a record for which the question fails is left out. */
export function compileQuestion(run: SqlRun, node: QuestionNode): string {
  const { rows } = compileRows(run, node);
  if (node.name === 'exists') return `EXISTS (SELECT 1 ${rows})`;
  if (node.name !== 'count') throw new Error(`a condition of the store has no ${node.name}`);
  if (node.most === undefined) return `(SELECT count(*) ${rows})`;
  return `(SELECT count(*) FROM (SELECT 1 ${rows} LIMIT ${node.most}) AS c${run.asked.size})`;
}

function compileRows(run: SqlRun, node: QuestionNode): { readonly table: AskedTable; readonly rows: string } {
  const table = run.columns.asked?.(node.resource, `q${run.asked.size}`);
  if (table === undefined) throw new Error('the surroundings of a condition answer no questions');
  const asked = new Map([...run.asked, [node.variable, table]]);
  const inner = { ...run, asked, anchor: findFollowedAnchorOf(node) };
  const where = compileSelection(inner, node.where);
  return { table, rows: `FROM ${table.from} WHERE ${table.alive === undefined ? '' : `${table.alive} AND `}${where}` };
}
