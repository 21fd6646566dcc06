import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareServices } from './compare.ts';
import { documentOf } from './document.fixture.ts';
import { type Document, planOf } from './index.ts';
import { pairs } from './versions.fixture.ts';

function compared({ service }: Document): Parameters<typeof compareServices>[0] {
  return { service, plan: planOf(service) };
}

/** What differs in states, guards and lists, which is recorded only. */
const besides: Readonly<Record<string, string>> = {
  'states were renamed and added': `
| 2 | behaviour | send Invoice | led to settled | | |
| 2 | behaviour | pay Invoice | from draft | | |`,
  'a type was changed': `
| 2 | behaviour | send Invoice | any total that was not empty | | |
| 2 | behaviour | list Invoice | not sorted by total | | |`,
};

/** Pairs whose rows name what neither document states: a code that is gone, and behaviour. */
const differInMore = new Set(['codes were added and renamed', 'limits were changed']);

test('pairs that are left out are there', () => {
  for (const name of [...differInMore, ...Object.keys(besides)]) assert.ok(name in pairs, name);
});

for (const [name, { newer, changes, older }] of Object.entries(pairs)) {
  if (differInMore.has(name)) continue;
  test(`rows by which the older document is reached are those that its difference asks for: ${name}`, () => {
    const versions = '| Version | Status |\n| --- | --- |\n| 2 | current |\n| 1 | supported |\n';
    const rows =
      '| Version | Change | Where | Before | Older callers | Older requests |\n| --- | --- | --- | --- | --- | --- |\n';
    const now = documentOf({ ...newer, versioning: `${versions}\n${rows}${changes}${besides[name] ?? ''}` });
    const old = documentOf({ ...older, versioning: '| Version | Status |\n| --- | --- |\n| 1 | current |\n' });
    const { log, unlike } = compareServices(compared(old), compared(now));
    const unfit = log.filter(({ kind }) => kind !== 'recorded').map((one) => `${one.kind}: ${one.what}`);
    assert.deepEqual([unfit, unlike], [[], []]);
  });
}
