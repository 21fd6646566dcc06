import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { buildPlan, readDocument } from '../../parts/index.ts';
import type { Plan } from '../../plan/plan.ts';
import { createSource } from '../../text/location.ts';
import { createPlanCache } from './plan-cache.ts';

const folder = new URL('../../../tests/documents/', import.meta.url);
const planned = { file: 'invoices.md', text: readFileSync(new URL('invoices.md', folder), 'utf8'), module: undefined };
const plan = buildPlan(readDocument(createSource(planned.file, planned.text)).service);

function createFolder(t: TestContext): string {
  const made = mkdtempSync(join(tmpdir(), 'nonet-plans-'));
  t.after(() => rmSync(made, { recursive: true }));
  return made;
}

test('a plan is read as it was written, by the same program for the same texts only', (t) => {
  const at = createFolder(t);
  const module = 'export default 1;';
  assert.equal(createPlanCache(at, 'one', planned).read(), undefined);
  createPlanCache(at, 'one', planned).write(plan);
  assert.deepEqual(createPlanCache(at, 'one', planned).read(), plan);
  assert.equal(createPlanCache(at, 'two', planned).read(), undefined);
  assert.equal(createPlanCache(at, 'one', { ...planned, text: `${planned.text}\n` }).read(), undefined);
  assert.equal(createPlanCache(at, 'one', { ...planned, module }).read(), undefined);
  assert.equal(createPlanCache(at, 'one', { ...planned, file: './invoices.md' }).read(), undefined);
});

test('a document has one file, which only its owner may read', (t) => {
  const at = createFolder(t);
  createPlanCache(at, 'one', planned).write(plan);
  createPlanCache(at, 'two', { ...planned, text: '' }).write({ ...plan, name: 'Later' });
  const [name, ...others] = readdirSync(at);
  assert.deepEqual(others, []);
  assert.equal(statSync(join(at, name!)).mode & 0o777, 0o600);
  assert.equal(createPlanCache(at, 'two', { ...planned, text: '' }).read()?.name, 'Later');
  createPlanCache(at, 'one', { ...planned, file: 'other.md' }).write(plan);
  assert.equal(readdirSync(at).length, 2);
});

test('a damaged file counts as none', (t) => {
  const at = createFolder(t);
  const cache = createPlanCache(at, 'one', planned);
  cache.write(plan);
  const path = join(at, readdirSync(at)[0]!);
  const bytes = readFileSync(path);
  for (const damaged of [Buffer.alloc(0), bytes.subarray(0, 20), bytes.subarray(0, -1), changeByte(bytes, 40)]) {
    writeFileSync(path, damaged);
    assert.equal(cache.read(), undefined);
  }
  writeFileSync(path, bytes);
  assert.deepEqual(cache.read(), plan);
});

function changeByte(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at]! ^= 1;
  return changed;
}

test('a folder that cannot be written to keeps no plan, and leaves no other file', (t) => {
  const at = createFolder(t);
  const absent = createPlanCache(join(at, 'absent'), 'one', planned);
  absent.write(plan);
  assert.equal(absent.read(), undefined);
  createPlanCache(at, 'one', planned).write({ ...plan, name: () => '' } as unknown as Plan);
  assert.deepEqual(readdirSync(at), []);
});
