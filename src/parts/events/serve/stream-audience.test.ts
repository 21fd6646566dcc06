import assert from 'node:assert/strict';
import { test } from 'node:test';
import { streaming } from '../../../../tests/serve/streams/streams.fixture.ts';
import { planFor } from '../../../../tests/serve/support/served.fixture.ts';
import { compile } from '../../../codegen/compile.ts';
import type { Caller } from '../../../contracts/caller.ts';
import { collectReadAttributes, createAudienceReader } from './stream-audience.ts';

const plan = planFor(streaming);
const operation = plan.operations.find(({ kind }) => kind === 'stream events')!;
const caller = (id: string, shop: string, scopes: readonly string[] = ['hear']): Caller => ({
  id,
  scopes,
  values: { id, scopes, shop },
  credential: id,
});

test('callers whose row rules read the same are one audience, whoever they are', () => {
  assert.deepEqual(collectReadAttributes(operation), ['shop']);
  const audience = createAudienceReader({
    operation,
    compiled: compile(plan),
    answering: () => (_ctx, work) => work() as never,
  });
  const { key } = audience(caller('x', 'a'));
  assert.equal(audience(caller('y', 'a')).key, key);
  assert.notEqual(audience(caller('x', 'b')).key, key);
  assert.notEqual(audience(caller('x', 'a', ['read'])).key, key);
});
