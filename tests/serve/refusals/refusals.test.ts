import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { conditions, getGapStatus } from '../../../src/parts/errors/conditions/index.ts';
import { readDocument } from '../../../src/parts/index.ts';
import { createSource } from '../../../src/text/location.ts';
import type { Got } from '../support/served.fixture.ts';
import { everyStore } from '../support/stores.fixture.ts';
import { refusing } from './refusals.fixture.ts';
import { type RefusedCase, refusedCases } from './refusals.suite.ts';
import { openRefusals, type Refusals } from './refusals-served.fixture.ts';

/** Conditions of documents with several versions: `versions/placed.test.ts` raises them. */
const ofVersions = new Set(['unknown version', 'version missing', 'retired version']);
const raised = '| burnt | 409 | raised by burn Letter | |';
const slug = (text: string): string => text.toLowerCase().replaceAll(' ', '_');

function statusesOf(name: string): readonly [plain: number, narrow: number] {
  const { statuses } = conditions.find((condition) => condition.name === name)!;
  return statuses === 'credential' ? [401, 403] : statuses === 'client or server' ? [500, 503] : [450, 451];
}

/** Rows that answer every condition, and those narrowed to what a case says of itself. */
function rowsFor(kind?: 'operation' | 'transition' | 'resource'): string[] {
  const rows = new Set([raised]);
  for (const { name, neverNarrowed } of conditions) {
    if (name === 'raised by') continue;
    const [plain, narrow] = statusesOf(name);
    rows.add(`| ${slug(name)} | ${plain} | ${name} | Plainly |`);
    if (kind === undefined || neverNarrowed) continue;
    for (const place of new Set(
      refusedCases.filter(({ condition }) => condition === name).map((branch) => branch[kind]),
    )) {
      if (place !== undefined)
        rows.add(`| ${slug(name)}_on_${slug(place)} | ${narrow} | ${name} on ${place} | Narrowly |`);
    }
  }
  return [...rows];
}

function expected(refusedCase: RefusedCase, kind?: 'operation' | 'transition' | 'resource'): readonly [number, string] {
  if (refusedCase.condition === 'raised by') return [409, 'burnt'];
  const { neverNarrowed } = conditions.find(({ name }) => name === refusedCase.condition)!;
  const place = kind === undefined || neverNarrowed ? undefined : refusedCase[kind];
  const [plain, narrow] = statusesOf(refusedCase.condition);
  return place === undefined
    ? [plain, slug(refusedCase.condition)]
    : [narrow, `${slug(refusedCase.condition)}_on_${slug(place)}`];
}

async function each(
  document: string,
  address: string,
  look: (refusedCase: RefusedCase, got: Got) => void,
): Promise<void> {
  const world: Refusals = await openRefusals(document, address);
  try {
    for (const branch of refusedCases) look(branch, await branch.refused(world));
  } finally {
    await world.served.close();
  }
}

/** Conditions that need a second factor or an issuer; their own tests bring them about. */
const ofPeople = ['second factor required', 'invalid sign in', 'sign in denied', 'no account', 'account exists'];

test('every condition of the language has a request that it refuses, but for those of people and versions', () => {
  const covered = new Set(refusedCases.map(({ condition }) => condition));
  assert.deepEqual(
    conditions.map(({ name }) => name).filter((name) => !covered.has(name)),
    [...ofPeople, ...ofVersions],
  );
});

for (const [store, address] of everyStore) {
  describe(`refusals ${store}`, () => {
    // Which row answers does not depend on the store.
    for (const kind of store === 'on SQLite'
      ? ([undefined, 'operation', 'transition', 'resource'] as const)
      : [undefined]) {
      const what = kind === undefined ? 'each is answered by its row' : `a row narrowed to the ${kind} answers first`;
      test(what, async () => {
        await each(refusing(rowsFor(kind)), await address(), (refusedCase, got) => {
          const what = `${refusedCase.condition} of ${refusedCase.operation}: ${got.text}`;
          assert.deepEqual([got.status, got.json.code], expected(refusedCase, kind), what);
          assert.equal(got.json.status, got.status, what);
          assert.equal(got.json.type, `/docs#errors-${got.json.code}`, what);
          assert.match(got.json.instance, /^urn:uuid:/);
          assert.equal(got.headers.get('Content-Type'), 'application/problem+json');
        });
      });
    }

    test('each is answered at a gap by HTTP alone, without a code, and check lists it', async () => {
      const document = refusing([raised]);
      const { gaps } = readDocument(createSource('x.md', document));
      const listed = gaps.map(({ column }) => column.replace(/ on .*/, ''));
      await each(document, await address(), ({ condition }, got) => {
        if (condition === 'raised by') return;
        assert.equal(got.status, getGapStatus(condition), `${condition}: ${got.text}`);
        assert.deepEqual([got.json.type, got.json.code], ['about:blank', undefined], condition);
        assert.ok(condition === 'unavailable' || listed.includes(condition), `${condition} is listed`);
      });
    });

    if (store !== 'on SQLite') return;
    test('each has the body that the document gives it, with its roles', async () => {
      const body =
        '`{ error: { code: code, status: status, text: message, trace: trace id, where?: fields { at: pointer, why: problem } } }`';
      await each(refusing(rowsFor(), body), await address(), (refusedCase, got) => {
        const [status, code] = expected(refusedCase);
        assert.equal(got.headers.get('Content-Type'), 'application/json', refusedCase.condition);
        const { error } = got.json;
        assert.deepEqual([got.status, error.status, error.code], [status, status, code], refusedCase.condition);
        assert.match(error.trace, /^[0-9a-f]{32}$/);
        if (refusedCase.condition !== 'raised by') assert.equal(error.text, 'Plainly');
        if (refusedCase.condition === 'invalid input') assert.deepEqual(error.where, [{ at: '/name', why: 'type' }]);
      });
    });
  });
}

test('a code that the document does not list for it cannot be raised by a handler', async () => {
  const world = await openRefusals(refusing(rowsFor()), 'sqlite::memory:');
  const key = await world.served.key(['all'], { shop: 'south' });
  const { json } = await world.served.ask('POST /letters', { key, body: {} });
  const got = await world.served.ask(`POST /letters/${json.id}/burn`, { key, body: { how: 'unlisted' } });
  await world.served.close();
  assert.deepEqual([got.status, got.json.code], [500, 'internal_error']);
});
