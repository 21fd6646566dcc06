import { composeRequest } from '../../../describe/examples/compose.ts';
import { isObject } from '../../../plan/fields/is-object.ts';
import type { OperationPlan, ParameterPlan } from '../../../plan/operation.ts';
import type { AnswerShape } from '../../../plan/shape.ts';
import type { Prover } from '../../prover.ts';
import { findResponse, readRecords, type ShownRecord } from '../../values/shown.ts';
import type { Exchanged } from '../../world/exchanged.ts';

/** Parameters in the query of a list. */
export type Query = readonly (readonly [name: string, value: string])[];

/** Reads a page of a list with parameters; a text says why that cannot be done. */
export async function readList(prover: Prover, operation: OperationPlan, query: Query): Promise<Exchanged | string> {
  const done = await prover.sample(operation);
  if (typeof done === 'string') return done;
  const { pieces } = done;
  const names = new Set(query.map(([name]) => name));
  const all = [...(pieces.query ?? []).filter(([name]) => !names.has(name)), ...query];
  const one = await prover.ground.send(composeRequest(prover.ground.stage, operation, { ...pieces, query: all }));
  return one.response.status < 400 ? one : `the service responded ${one.response.status}`;
}

/** The records that a page shows. */
export function readPage(operation: OperationPlan, { response }: Exchanged): readonly ShownRecord[] {
  return readRecords(findResponse(operation, response.status)?.shape, response.body);
}

/** The maximum number of pages that are read. */
export const mostPages = 60;

/** Reads all pages of a list, as the page says how to go on; a text says why that cannot be done. */
export async function readAll(
  prover: Prover,
  operation: OperationPlan,
  query: Query,
): Promise<{ readonly pages: readonly Exchanged[]; readonly isWhole: boolean } | string> {
  const pages: Exchanged[] = [];
  let more: Query = [];
  for (let at = 0; at < mostPages; at++) {
    const one = await readList(prover, operation, [...query, ...more]);
    if (typeof one === 'string') return one;
    pages.push(one);
    const next = findNext(operation, one, at + 1, pages);
    if (next === 'unknown') return 'the response does not say how to go on';
    if (next === undefined) return { pages, isWhole: true };
    more = next;
  }
  return { pages, isWhole: false };
}

/** The parameters of the next page; undefined after the last one. */
function findNext(
  operation: OperationPlan,
  one: Exchanged,
  done: number,
  pages: readonly Exchanged[],
): Query | undefined | 'unknown' {
  const of = (kind: ParameterPlan['mapsTo']['kind']): string | undefined =>
    operation.parameters.find(({ mapsTo }) => mapsTo.kind === kind)?.name;
  const shown = readPage(operation, one);
  const cursor = of('cursor');
  const shape = findResponse(operation, one.response.status)?.shape;
  if (cursor !== undefined) {
    const path = findRole(shape, 'next cursor');
    if (path === undefined) return 'unknown';
    const next = path.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), one.response.body);
    return typeof next === 'string' && next !== '' ? [[cursor, next]] : undefined;
  }
  if (shown.length === 0) return undefined;
  const number = of('page number');
  if (number !== undefined) return [[number, String(done + 1)]];
  const offset = of('offset');
  return offset === undefined
    ? 'unknown'
    : [[offset, String(pages.reduce((sum, page) => sum + readPage(operation, page).length, 0))]];
}

/** Finds the member of a response that has a role, such as the total. */
export function findRole(shape: AnswerShape | undefined, role: string): readonly string[] | undefined {
  if (shape?.kind === 'role') return shape.role === role ? [] : undefined;
  if (shape?.kind !== 'object') return undefined;
  for (const member of shape.members) {
    const inner = findRole(member.shape, role);
    if (inner !== undefined) return [member.name, ...inner];
  }
  return undefined;
}

/** Whether a list shows its records, and not only figures of them. */
export function showsRecords(shape: AnswerShape | undefined): boolean {
  if (shape?.kind === 'records') return true;
  return shape?.kind === 'object' && shape.members.some((member) => showsRecords(member.shape));
}
