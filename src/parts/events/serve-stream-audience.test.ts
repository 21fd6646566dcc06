import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile } from '../../code/compile.ts';
import { planFor } from '../../serve/served.fixture.ts';
import { streaming } from '../../serve/streams.fixture.ts';
import type { Caller } from '../../steps/caller.ts';
import { attributesRead, audienceOf } from './serve-stream-audience.ts';

const plan = planFor(streaming);
const operation = plan.operations.find(({ kind }) => kind === 'stream events')!;
const caller = (id: string, shop: string, scopes: readonly string[] = ['hear']): Caller => ({
  id,
  scopes,
  values: { id, scopes, shop },
  credential: id,
});

test('callers whose row rules read the same are one audience, whoever they are', () => {
  assert.deepEqual(attributesRead(operation), ['shop']);
  const audience = audienceOf({ operation, compiled: compile(plan) });
  const { key } = audience(caller('x', 'a'));
  assert.equal(audience(caller('y', 'a')).key, key);
  assert.notEqual(audience(caller('x', 'b')).key, key);
  assert.notEqual(audience(caller('x', 'a', ['read'])).key, key);
});
