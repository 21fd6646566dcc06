import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareServices } from './compare.ts';
import { documentOf } from './document.fixture.ts';
import { type Document, planOf } from './index.ts';
import { pairs } from './versions.fixture.ts';

function compared({ service }: Document): Parameters<typeof compareServices>[0] {
  return { service, plan: planOf(service) };
}

/** Pairs whose documents differ in more than their rows say, in states, guards and what only the rows name. */
const differInMore = new Set([
  'a field was added and is shown as stated',
  'states were renamed and added',
  'fields became required and optional',
  'a type was changed',
  'codes were added and renamed',
  'limits were changed',
]);

test('pairs that are left out are there', () => {
  for (const name of differInMore) assert.ok(name in pairs, name);
});

for (const [name, { newer, changes, older }] of Object.entries(pairs)) {
  if (differInMore.has(name)) continue;
  test(`rows by which the older document is reached are those that its difference asks for: ${name}`, () => {
    const versions = '| Version | Status |\n| --- | --- |\n| 2 | current |\n| 1 | supported |\n';
    const rows =
      '| Version | Change | Where | Before | Older callers | Older requests |\n| --- | --- | --- | --- | --- | --- |\n';
    const now = documentOf({ ...newer, versioning: `${versions}\n${rows}${changes}` });
    const old = documentOf({ ...older, versioning: '| Version | Status |\n| --- | --- |\n| 1 | current |\n' });
    const { log, unlike } = compareServices(compared(old), compared(now));
    const unfit = log.filter(({ kind }) => kind !== 'recorded').map((one) => `${one.kind}: ${one.what}`);
    assert.deepEqual([unfit, unlike], [[], []]);
  });
}
