import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OperationPlan } from '../src/plan/operation.ts';
import { everyStore } from './serve/support/stores.fixture.ts';
import { type Owned, openStage, type Stage } from './support/matrix.ts';
import { everyRecord, list, parentOf, shown, turnedAway } from './support/matrix-lists.ts';
import { peopled } from './support/peopled.ts';
import { sample } from './support/runs.ts';
import { mayReach, maySee, type StatedCaller } from './support/scope-table.ts';

/** Every caller of the matrix: each scope alone, all of them and none, of each person; and nobody. */
function callersOf({
  served,
  people,
}: Stage): readonly (readonly [who: string, person: string, caller: StatedCaller])[] {
  const { scopes } = served.plan.authentication;
  const sets = [...scopes.map((scope) => [scope]), [], ...(scopes.length > 1 ? [scopes] : [])];
  const callers = Object.entries(people).flatMap(([person, { attributes }]) =>
    sets
      .filter((set) => set.length > 0 || person === 'owner')
      .map((set) => [`${person} with ${set.join(' ') || 'no scope'}`, person, { scopes: set, attributes }] as const),
  );
  return [['nobody', 'other', undefined], ...callers];
}

function headersOf({ preconditions }: OperationPlan): Record<string, string> {
  return preconditions.length > 0 ? { 'If-Match': '*' } : {};
}

const own = ({ segments }: OperationPlan): boolean =>
  segments.some((segment) => segment.kind === 'placeholder' && segment.of === 'own');

/** One cell of an operation about a record: what the answer is, and that who is turned away changes nothing. */
async function aboutRecord(
  stage: Stage,
  operation: OperationPlan,
  person: string,
  caller: StatedCaller,
  who: string,
): Promise<void> {
  const about = await stage.ready(operation.resource!, 'owner', operation);
  const read = stage.served.plan.operations.find(
    (otherOperation) => otherOperation.resource === operation.resource && otherOperation.kind === 'read',
  );
  const seen = async (): Promise<string> =>
    read === undefined
      ? ''
      : (await stage.call(stage.path(read, about.record), stage.everything('owner'), undefined)).text;
  const before = await seen();
  const body = await stage.body(operation, 'owner');
  const line = stage.path(operation, about.record);
  const key = operation.idempotency === undefined ? {} : { [operation.idempotency.header]: `"${line} ${who}"` };
  const headers = { ...headersOf(operation), ...key };
  const got = await stage.call(line, caller, body, headers);
  const expected = turnedAway(stage, operation, caller, about);
  const told = `${operation.name} by ${who}: ${got.status} ${got.text}`;
  if (expected !== undefined) {
    assert.equal(got.status, expected, told);
    assert.equal(await seen(), before, told);
    if (expected !== 404) return;
    const unknown = await stage.call(stage.path(operation, 'unknown'), caller, body, headersOf(operation));
    assert.deepEqual(shown(got), shown(unknown), told);
    return;
  }
  assert.ok(stage.stated(operation).statuses.includes(got.status), told);
  if (operation.idempotency === undefined) return;
  const again = await stage.call(line, caller, body, headers);
  assert.deepEqual([again.status, again.text], [got.status, got.text], told);
  const rival = person === 'other' ? 'owner' : 'other';
  const theirs = await stage.call(line, stage.everything(rival), body, headers);
  const away = turnedAway(stage, operation, stage.everything(rival), about);
  if (away !== undefined && got.status !== 204)
    assert.equal(theirs.status, away, `replayed by ${rival}: ${theirs.text}`);
  assert.ok(theirs.text === '' || theirs.text !== got.text, `replayed by ${rival}: ${theirs.text}`);
}

let made = 0;

/** A creation: by those whom the document lets in, with records that they may see, and those of others. */
async function creation(
  stage: Stage,
  operation: OperationPlan,
  person: string,
  caller: StatedCaller,
  who: string,
): Promise<void> {
  const { plan } = stage.served;
  const resource = plan.resources.find((candidate) => candidate.name === operation.resource)!;
  const attributes = resource.fields.flatMap(({ assigned }) => (assigned?.by === 'caller' ? [assigned.attribute] : []));
  const nameless = attributes.some((attribute) => caller?.attributes[attribute] === undefined);
  const parent = parentOf(operation);
  for (const refers of person === 'nameless' ? ['owner'] : [person, person === 'owner' ? 'other' : 'owner']) {
    const [body, about] = [await stage.body(operation, person, refers), { [resource.identity]: `made ${++made}` }];
    const refs = [];
    for (const { schema, name } of resource.fields) {
      if (schema.type !== 'ref' || (name !== parent && (body as Record<string, unknown>)?.[name] === undefined))
        continue;
      const read = plan.operations.find(
        (candidate) => candidate.resource === schema.resource && candidate.kind === 'read',
      );
      const id = name === parent ? undefined : (body as Record<string, string>)[name];
      const owned = id === undefined ? (await stage.ready(schema.resource, refers)).record : undefined;
      const to = plan.resources.find((candidate) => candidate.name === schema.resource)!;
      const found =
        owned ?? (await stage.call(stage.path(read!, { [to.identity]: id }), stage.everything(refers), undefined)).json;
      refs.push({ name, resource: schema.resource, record: found });
    }
    const sees = refs.every((ref) => maySee(stage.table, ref.resource, ref.record, caller));
    const line = stage.path(operation, about, refs.find(({ name }) => name === parent)?.record);
    const got = await stage.call(line, caller, body);
    const told = `${operation.name} by ${who} with refs of ${refers}: ${got.status} ${got.text}`;
    const stored = {
      ...(body as object),
      ...Object.fromEntries(attributes.map((attribute) => [attribute, caller?.attributes[attribute]])),
    };
    const away = turnedAway(stage, operation, caller);
    if (away !== undefined) assert.equal(got.status, away, told);
    else if (!sees) assert.ok([parent === undefined ? 422 : 404, 403].includes(got.status), told);
    else if (nameless || !mayReach(stage.table, stage.stated(operation), stored, caller))
      assert.equal(got.status, 403, told);
    else assert.equal(got.status, 201, told);
  }
}

for (const [store, addressOf] of everyStore) {
  describe(`the matrix of operations, scopes and callers ${store}`, () => {
    for (const document of store === 'on SQLite' ? peopled : sample(peopled)) {
      test(`S33: every operation answers every caller as the scopes of the document say: ${document.name}`, async (t) => {
        const stage = await openStage(document, await addressOf());
        t.after(() => stage.served.close());
        const { plan } = stage.served;
        const known: Owned[] = [];
        // Lists come first, while all that is there is known.
        if (plan.operations.some(({ kind }) => kind === 'list')) {
          for (const { name } of plan.resources) {
            if (
              plan.resources.some(
                (resource) =>
                  resource.name !== name &&
                  resource.fields.some((f) => f.schema.type === 'ref' && f.schema.resource === name),
              )
            )
              continue;
            for (const person of ['owner', 'other', 'owner']) await stage.ready(name, person);
          }
          known.push(...(await everyRecord(stage)));
        }
        let cells = 0;
        const kinds = ['list', 'read', 'create', 'update', 'replace', 'transition', 'delete'];
        for (const kind of kinds) {
          for (const operation of plan.operations.filter((candidate) => candidate.kind === kind)) {
            for (const [who, person, caller] of callersOf(stage)) {
              if (kind === 'list') await list(stage, operation, caller, who, known);
              else if (kind === 'create') await creation(stage, operation, person, caller, who);
              else if (own(operation)) await aboutRecord(stage, operation, person, caller, who);
              cells++;
            }
          }
        }
        const tried = plan.operations.filter((operation) => kinds.includes(operation.kind)).length;
        assert.equal(cells, tried * callersOf(stage).length);
        assert.ok(cells >= 2, String(cells));
        t.diagnostic(`${cells} cells`);
      });
    }
  });
}
