import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { buildPlan, readDocument } from '../../parts/index.ts';
import { createSource } from '../../text/location.ts';
import { listManualSchemes } from '../keys/credentials.ts';
import { startReport } from './start-report.ts';

const example = readFileSync(new URL('../../../examples/invoices/invoices.md', import.meta.url), 'utf8');

/** The report of a service that starts on an empty store. */
function report(text: string, store = 'sqlite:invoices.db'): readonly string[] {
  const plan = buildPlan(readDocument(createSource('invoices.md', text)).service);
  const scheme = listManualSchemes(plan).find(({ kind }) => kind === 'api key');
  const firstKey = scheme === undefined ? undefined : { scheme, key: 'key_1' };
  const place = { file: 'invoices.md', store, address: 'http://127.0.0.1:4000' };
  return startReport({ plan, ...place, loopbackOnly: false, firstKey, today: '2026-11-21' });
}

test('the command for other keys names the scheme where there are several, and only then', () => {
  const others = (text: string): string | undefined =>
    report(text).find((line) => line.startsWith('To create another: '));
  assert.equal(
    others(example),
    'To create another: nonet keys create invoices.md --scheme key --all-scopes --attribute shop=…',
  );
  const alone = example
    .replace(/^\| client \| oauth2 client credentials .*\n/m, '')
    .replace(/^\| issue token .*\n/m, '');
  assert.notEqual(alone, example);
  assert.equal(others(alone), 'To create another: nonet keys create invoices.md --all-scopes --attribute shop=…');
});

test('the first key has all scopes, or none where the document has none', () => {
  const first = (text: string): string | undefined =>
    report(text).find((line) => line.startsWith('Your first API key'));
  assert.equal(first(example), 'Your first API key (all scopes, shop = demo). It is shown only once:');
  const open = example.replace(/\n\| Scope \|[^\n]*\n(\|[^\n]*\n)+/, '\n');
  assert.equal(first(open), 'Your first API key (no scopes, shop = demo). It is shown only once:');
});

test('the commands name the store that is served where it is not the usual one; one in memory has none', () => {
  const commands = (store: string): readonly string[] =>
    report(example, store).filter((line) => line.includes('nonet keys'));
  assert.deepEqual(commands('postgres://me@db/shop'), [
    'To create another: nonet keys create invoices.md --scheme key --all-scopes --attribute shop=… --store postgres://me@db/shop',
    'To create a client (client): nonet keys create invoices.md --scheme client --all-scopes --attribute shop=… --store postgres://me@db/shop',
  ]);
  assert.equal(commands('sqlite:invoices.db').length, 2);
  assert.deepEqual(commands('sqlite::memory:'), []);
});

test('gaps are listed once a part', () => {
  const lines = report(readFileSync(new URL('../../../tests/documents/notes.md', import.meta.url), 'utf8'));
  const first = lines.findIndex((line) => / gaps? \(/.test(line));
  assert.match(lines[first]!, /^\d+ gaps? \(for their lines, run nonet gaps invoices\.md\):$/);
  const parts = lines.slice(first + 1, lines.indexOf('', first + 1)).map((line) => /^ {2}(\w+): ./.exec(line)?.[1]);
  assert.ok(parts.length > 0);
  assert.equal(new Set(parts).size, parts.length);
});
