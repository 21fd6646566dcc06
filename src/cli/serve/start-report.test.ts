import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { planOf, readDocument } from '../../parts/index.ts';
import { sourceOf } from '../../text/place.ts';
import { madeByHand } from '../keys/credentials.ts';
import { startReport } from './start-report.ts';

const example = readFileSync(new URL('../../../examples/invoices/invoices.md', import.meta.url), 'utf8');

/** The report of a service that starts on an empty store. */
function report(text: string, store = 'sqlite:invoices.db'): readonly string[] {
  const plan = planOf(readDocument(sourceOf('invoices.md', text)).service);
  const scheme = madeByHand(plan).find(({ kind }) => kind === 'api key');
  const firstKey = scheme === undefined ? undefined : { scheme, key: 'key_1' };
  const place = { file: 'invoices.md', store, address: 'http://127.0.0.1:4000' };
  return startReport({ plan, ...place, loopbackOnly: false, firstKey, today: '2026-11-21' });
}

test('the command for other keys names the scheme where there are several, and only then', () => {
  const others = (text: string): string | undefined => report(text).find((line) => line.startsWith('Others: '));
  assert.equal(others(example), 'Others: nonet keys create invoices.md --scheme key --all-scopes --set shop=…');
  const alone = example
    .replace(/^\| client \| oauth2 client credentials .*\n/m, '')
    .replace(/^\| issue token .*\n/m, '');
  assert.notEqual(alone, example);
  assert.equal(others(alone), 'Others: nonet keys create invoices.md --all-scopes --set shop=…');
});

test('the commands name the store that is served where it is not the usual one; one in memory has none', () => {
  const commands = (store: string): readonly string[] =>
    report(example, store).filter((line) => line.includes('nonet keys'));
  assert.deepEqual(commands('postgres://me@db/shop'), [
    'Others: nonet keys create invoices.md --scheme key --all-scopes --set shop=… --store postgres://me@db/shop',
    'A client to call with (client): nonet keys create invoices.md --scheme client --all-scopes --set shop=… --store postgres://me@db/shop',
  ]);
  assert.equal(commands('sqlite:invoices.db').length, 2);
  assert.deepEqual(commands('sqlite::memory:'), []);
});

test('how long webhooks hold back is told in the unit that is stated', () => {
  const held = (retries: string): string | undefined =>
    report(example.replaceAll('8 over 28 hours', retries)).find((line) => line.startsWith('its record '));
  assert.equal(held('8 over 28 hours'), 'its record for up to 28 hours, and nothing else.');
  assert.equal(held('3 over 10 minutes'), 'its record for up to 10 minutes, and nothing else.');
});
