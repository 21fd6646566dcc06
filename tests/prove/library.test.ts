import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { type ProveOptions, prove } from '../../src/index.ts';
import { prove as proveInTests } from '../../src/testing.ts';
import { keys, startReference } from './reference/server.ts';
import { findLine } from './support.ts';

const page = join(import.meta.dirname, 'reference/tools.md');
const callers = Object.entries(keys).map(([credential, scopes]) => ({
  name: credential.split('_')[1]!,
  credential,
  scopes,
}));

async function proveLose(switches: readonly string[], options: ProveOptions = {}) {
  const reference = await startReference(switches);
  try {
    const row = findLine('| reserved, out | lose');
    return await prove(page, { baseUrl: `${reference.origin}/`, callers, seed: 1, row, ...options });
  } finally {
    await reference.close();
  }
}

test('a program proves a running service, and a test the service of its document', async () => {
  const [right] = (await proveLose([])).rows;
  assert.equal(right!.verdict, 'proven');
  const wrong = await proveLose(['lose does nothing']);
  assert.equal(wrong.totals.violated, 1);
  assert.match(wrong.rows[0]!.findings[0]!.reproduction.join('\n'), /\$KEY_EVERYTHING/);
  const notes = await proveInTests(join(import.meta.dirname, '../documents/notes.md'), { part: 'endpoints' });
  assert.deepEqual([notes.totals.violated, notes.seed], [0, 0]);
  assert.ok(notes.totals.proven > 0);
});

test('what cannot be proved is an error that says why', async () => {
  await assert.rejects(prove('# Nothing\n'), /nothing to prove/);
  await assert.rejects(
    prove('# Wrong\n\n## Endpoints\n\n| Operaton | Path |\n| --- | --- |\n| a | /a |\n'),
    /Operaton/,
  );
  await assert.rejects(prove('none.md'), /none\.md cannot be read/);
  await assert.rejects(
    proveLose([], { callers: [{ ...callers[0]!, scopes: ['all'] }] }),
    /the document has no scope all/,
  );
  await assert.rejects(
    proveLose([], { callers: [{ ...callers[0]!, scheme: 'x' }] }),
    /The caller \w+: the document has no scheme x/,
  );
  await assert.rejects(proveLose([], { callers: [{ ...callers[0]!, credential: 'a\nb' }] }), /no header can have/);
  await assert.rejects(prove(page, { baseUrl: 'https://api.example.com' }), /creates and changes records there/);
  await assert.rejects(prove(page, { baseUrl: 'nowhere' }), /Invalid URL/);
  await assert.rejects(prove(page, { baseUrl: 'http://127.0.0.1:1', callers }), /does not respond/);
});
