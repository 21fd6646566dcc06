import assert from 'node:assert/strict';
import type { OperationPlan } from '../../src/plan/operation.ts';
import type { Got } from '../serve/support/served.fixture.ts';
import type { Owned, Stage } from './matrix.ts';
import { mayCall, mayReach, mayRead, maySee, type StatedCaller } from './scope-table.ts';

/** The status by which a caller is turned away; undefined where the document lets it in. */
export function turnedAway(
  stage: Stage,
  operation: OperationPlan,
  caller: StatedCaller,
  about?: Owned,
): number | undefined {
  const stated = stage.stated(operation);
  if (!mayCall(stage.table, stated, caller)) return caller === undefined ? 401 : 403;
  if (about === undefined || mayReach(stage.table, stated, about.record, caller)) return undefined;
  return mayRead(stage.table, stated.subject, about.record, caller) ? 403 : 404;
}

/** What of an answer may not differ between a record that is hidden and one that never was. */
export function shown({ status, headers, text }: Got): object {
  const kept = [...headers].filter(([name]) => !['date', 'nonet-explain'].includes(name));
  return { status, text, headers: kept };
}

/** The field of the parent that the path of an operation names. */
export const parentOf = ({ segments }: OperationPlan): string | undefined =>
  segments.flatMap((segment) => (segment.kind === 'placeholder' && segment.of === 'parent' ? [segment.field] : []))[0];

/** The identities of a list over all its pages, and the count that it tells. */
async function listed(
  stage: Stage,
  line: string,
  caller: StatedCaller,
): Promise<Got & { readonly ids: readonly string[] }> {
  const ids: string[] = [];
  for (let cursor = ''; ; ) {
    const got = await stage.call(
      `${line}${cursor === '' ? '' : `${line.includes('?') ? '&' : '?'}cursor=${cursor}`}`,
      caller,
      undefined,
    );
    const rows: { readonly id?: string; readonly name?: string }[] = Array.isArray(got.json)
      ? got.json
      : (got.json?.data ?? []);
    ids.push(...rows.map(({ id, name }) => id ?? name!));
    if (got.status !== 200 || typeof got.json.next !== 'string') return { ...got, ids };
    cursor = encodeURIComponent(got.json.next);
  }
}

/** The cells of a list for one caller: who is shown what, over all pages, as the parent of the path allows. */
export async function list(
  stage: Stage,
  operation: OperationPlan,
  caller: StatedCaller,
  who: string,
  known: readonly Owned[],
): Promise<void> {
  const stated = stage.stated(operation);
  const parent = parentOf(operation);
  const inside =
    parent === undefined
      ? [undefined]
      : known.filter(({ resource }) => resource === parentResource(stage, operation, parent));
  for (const above of inside) {
    const line = stage.path(operation, {}, above?.record);
    const got = await listed(stage, line, caller);
    const told = `${operation.name} by ${who}: ${got.status} ${got.text}`;
    const away = turnedAway(stage, operation, caller);
    if (away !== undefined) {
      assert.equal(got.status, away, told);
      continue;
    }
    if (above !== undefined && !maySee(stage.table, above.resource, above.record, caller)) {
      assert.equal(got.status, 404, told);
      assert.deepEqual(shown(got), shown(await stage.call(stage.path(operation, {}), caller, undefined)), told);
      continue;
    }
    const within = ({ record }: Owned): boolean => above === undefined || record[parent!] === above.record.id;
    const all = known.filter((owned) => owned.resource === operation.resource && within(owned));
    const visible = all.filter(({ record }) => mayReach(stage.table, stated, record, caller));
    const ids = visible.map(({ record }) => String(record.id ?? record.name));
    assert.deepEqual([...got.ids].sort(), ids.sort(), told);
    if (typeof got.json.count === 'number') assert.equal(got.json.count, ids.length, told);
    for (const { record } of above === undefined ? all : [])
      await narrowed(stage, operation, line, caller, record, ids);
  }
}

/** What a list is asked for more closely shows no more than the list. */
async function narrowed(
  stage: Stage,
  operation: OperationPlan,
  line: string,
  caller: StatedCaller,
  record: Owned['record'],
  ids: readonly string[],
): Promise<void> {
  for (const { name, mapsTo: means } of operation.parameters) {
    const asked =
      means.kind === 'search'
        ? record[means.fields[0]!]
        : means.kind === 'filter' && means.operator === '=' && means.path.length === 1
          ? record[means.path[0]!]
          : means.kind === 'sort'
            ? means.fields[0]
            : means.kind === 'expand'
              ? means.fields.join(',')
              : undefined;
    if (asked === undefined) continue;
    const got = await listed(stage, `${line}?${name}=${encodeURIComponent(String(asked))}`, caller);
    const told = `${line}?${name}=${asked}: ${got.status} ${got.text}`;
    assert.equal(got.status, 200, told);
    assert.ok(
      got.ids.every((listedId) => ids.includes(listedId)),
      told,
    );
    const id = String(record.id ?? record.name);
    if (means.kind !== 'sort' && means.kind !== 'expand') assert.equal(got.ids.includes(id), ids.includes(id), told);
    else assert.equal(got.ids.length, ids.length, told);
    if (typeof got.json.count === 'number' && got.json.next == null) assert.equal(got.json.count, got.ids.length, told);
  }
}

function parentResource(stage: Stage, { resource }: OperationPlan, field: string): string {
  const { fields } = stage.served.plan.resources.find((otherResource) => otherResource.name === resource)!;
  return (fields.find(({ name }) => name === field)!.schema as { readonly resource: string }).resource;
}

/** Every record that the store holds, as its own people are shown it. */
export async function everyRecord(stage: Stage): Promise<readonly Owned[]> {
  const { plan, store } = stage.served;
  const found: Owned[] = [];
  for (const { name, identity, fields } of plan.resources) {
    const query = store.prepare({
      resource: name,
      conditions: [],
      order: [{ field: identity, descending: false }],
    });
    const stored = fields.filter(({ computed }) => computed?.shown !== true);
    for (const row of (await query.many({ conditions: [], now: 0 })).rows) {
      const values = row.slice(row.length - stored.length);
      found.push({ resource: name, record: Object.fromEntries(stored.map((field, i) => [field.name, values[i]])) });
    }
  }
  return found;
}
