import { isObject } from '../../plan/fields/is-object.ts';
import type { OperationPlan, ParameterPlan } from '../../plan/operation.ts';
import { holdCredential, listGrants } from './callers.ts';
import { composeRequest, type Pieces } from './compose.ts';
import { createParameter, createParameters } from './parameters.ts';
import { ensureRecord, type Succeeded } from './records.ts';
import { isSuccess, refresh, type Stage, type StoredRecord, sendFor } from './stage.ts';

/** Plays a list: as it is, filtered and sorted, and its second page. */
export async function playList(stage: Stage, operation: OperationPlan, title: string): Promise<Succeeded | undefined> {
  const record = operation.resource === undefined ? undefined : await ensureRecord(stage, operation.resource);
  if (operation.resource !== undefined) await refresh(stage, operation.resource);
  for (const grant of [...listGrants(operation), undefined]) {
    const held = await holdCredential(stage, operation, { grant });
    const needed = createParameters(stage, operation, 0);
    const pieces: Pieces = { held, grant, record, ...needed };
    const request = composeRequest(stage, operation, pieces);
    const response = await sendFor(stage, operation, request, { title, rank: 2 });
    if (!isSuccess(response)) continue;
    await playFiltered(stage, operation, pieces, record);
    await playSecondPage(stage, operation, pieces);
    return { request, response, pieces };
  }
  return undefined;
}

type Query = readonly (readonly [name: string, value: string])[];

/** Plays one filter and one order of a list. */
async function playFiltered(
  stage: Stage,
  operation: OperationPlan,
  pieces: Pieces,
  record: StoredRecord | undefined,
): Promise<void> {
  const filters = operation.parameters.flatMap((parameter): Query => {
    const value = chooseFilter(stage, operation, parameter, record);
    return value === undefined || parameter.required ? [] : [[parameter.name, value]];
  });
  const sort = operation.parameters.find(({ mapsTo }) => mapsTo.kind === 'sort');
  const orders: Query = sort?.mapsTo.kind === 'sort' ? [[sort.name, `-${sort.mapsTo.fields[0]}`]] : [];
  const send = async (query: Query, title: string): Promise<boolean> => {
    const request = composeRequest(stage, operation, { ...pieces, query: [...(pieces.query ?? []), ...query] });
    return isSuccess(await sendFor(stage, operation, request, { title, rank: 2, variant: title }));
  };
  if (filters[0] !== undefined) await send([filters[0]], `filtered by ${filters[0][0]}`);
  if (orders[0] !== undefined) await send(orders, 'sorted, the last first');
}

function chooseFilter(
  stage: Stage,
  operation: OperationPlan,
  parameter: ParameterPlan,
  record: StoredRecord | undefined,
): string | undefined {
  const { mapsTo: means, in: place } = parameter;
  if (means.kind !== 'filter' || place !== 'query') return undefined;
  const own = findPlain(record, means.path);
  if (means.operator === 'in' && own !== undefined) {
    const others = (stage.records.get(operation.resource!) ?? []).map((other) => findPlain(other, means.path));
    const other = others.find((value) => value !== undefined && value !== own);
    return other === undefined ? String(own) : `${own},${other}`;
  }
  if (means.operator === '=' && own !== undefined) return String(own);
  return createParameter(stage, operation, parameter, 0);
}

/** The value at the end of a path into a record; of a list, that of its first item which has one. */
function findPlain(value: unknown, path: readonly string[]): string | number | boolean | undefined {
  if (Array.isArray(value)) return value.map((item) => findPlain(item, path)).find((found) => found !== undefined);
  const [name, ...others] = path;
  if (name !== undefined) return isObject(value) ? findPlain(value[name], others) : undefined;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}

/** Plays the page after the first, at the address of the Link header. */
async function playSecondPage(stage: Stage, operation: OperationPlan, pieces: Pieces): Promise<void> {
  const size = operation.parameters.find(({ mapsTo }) => mapsTo.kind === 'page size');
  if (size === undefined) return;
  const query: Query = [...(pieces.query ?? []), [size.name, '2']];
  const first = composeRequest(stage, operation, { ...pieces, query });
  const response = await sendFor(stage, operation, first, { title: 'a page of two', rank: 2, variant: 'page' });
  const next = /<([^>]+)>; ?rel="?next"?/.exec(response.headers.link ?? '')?.[1];
  if (next === undefined || !isSuccess(response)) return;
  const path = next.replace(/^https?:\/\/[^/]+/, '');
  await sendFor(stage, operation, { ...first, path }, { title: 'the next page', rank: 2, variant: 'next page' });
}
