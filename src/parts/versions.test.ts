import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentOf } from './document.fixture.ts';
import type { Document } from './index.ts';
import { pairs } from './versions.fixture.ts';
import { buildVersionPlan, planInterface } from './versions.ts';

// conditions of responses run over the present record, whatever the version
const places = new Set(['line', 'when']);

/** A plan without the lines of the document; members in the order of their names. */
function bare(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(bare);
  const entries = Object.entries(value).filter(([name, property]) => !places.has(name) && property !== undefined);
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, property]) => [name, bare(property)] as const),
  );
}

function errorsOf({ diagnostics }: Document): readonly string[] {
  return diagnostics.filter(({ severity }) => severity === 'error').map(({ code, message }) => `${code}: ${message}`);
}

for (const [name, { newer, changes, older }] of Object.entries(pairs)) {
  test(`undone, a document shows what the older document showed: ${name}`, () => {
    const versions = '| Version | Status |\n| --- | --- |\n| 2 | current |\n| 1 | supported |\n';
    const rows =
      '| Version | Change | What | Before | Old responses | Old requests |\n| --- | --- | --- | --- | --- | --- |\n';
    const after = documentOf({ ...newer, versioning: `${versions}\n${rows}${changes}` });
    const before = documentOf(older);
    assert.deepEqual(errorsOf(before), []);
    assert.deepEqual(errorsOf(after), []);
    const plan = buildVersionPlan(after.service, '1');
    assert.deepEqual(bare(plan?.interface), bare(planInterface(before.service)));
  });
}
