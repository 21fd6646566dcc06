import assert from 'node:assert/strict';
import { scryptSync } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fetchOf } from '../../src/serve/http/fetch.ts';
import { serve } from '../serve/support/served.fixture.ts';
import { everyStore } from '../serve/support/stores.fixture.ts';
import { created, guesses, type Held, members, right, type Sent } from './guesses-hidden.fixture.ts';

/** What the three records hold that are asked the same: what is guessed, something else, nothing. */
const all: readonly (readonly [letter: string, held: Held])[] = [
  ['r', right],
  ['w', 'wrong1'],
  ['n', undefined],
];

/** A body as a caller of version 1 writes it, which has no colors, and widths as strings. */
function older(text: string): string {
  const named = text.replaceAll('pin', 'code').replaceAll('name', 'title');
  return named.replaceAll(/"color":[^,]*,/g, '').replaceAll('"width":3', '"width":"3"');
}

type Ask = (line: string, text?: string, headers?: Record<string, string>) => Promise<Response>;

/** All that a caller sees of a record that is asked something: the answer, then the record itself. */
async function told(ask: Ask, id: string, held: Held, shut: boolean, sent: Sent, version: string): Promise<string> {
  const text = JSON.stringify(created(held, sent.text.includes('password')));
  const made = await ask(`PUT /members/${id}`, text);
  assert.equal(made.status, 201, await made.text());
  if (shut) assert.equal((await ask(`POST /members/${id}/shut`)).status, 200);
  const [method, end = ''] = sent.line.split(' ');
  const headers = {
    'Content-Type': sent.patch === true ? 'application/json-patch+json' : 'application/json',
    'Api-Version': version,
    traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`,
  };
  const lines: string[] = [];
  for (const answer of [
    await ask(`${method} /members/${id}${end}`, version === '1' ? older(sent.text) : sent.text, headers),
    await ask(`GET /members/${id}`),
  ]) {
    assert.ok(answer.status < 500, `${sent.text}: ${answer.status}`);
    lines.push(`${answer.status} ${JSON.stringify([...answer.headers])} ${await answer.text()}`);
  }
  // the versions of two records differ in their beginnings, and then tell how often each was changed
  const changes = (_: string, version: string): string => `etag","\\"${Number(version) % 1000}-`;
  return lines
    .join('\n')
    .replaceAll(id, 'ID')
    .replace(/etag","\\"(\d+)-/g, changes);
}

/** The records that events tell of, in their order. */
async function recordsTold(ask: Ask): Promise<{ readonly id: string }[]> {
  const found: { readonly id: string }[] = [];
  for (let next = ''; ; ) {
    const page = (await (await ask(`GET /events${next}`)).json()) as {
      data: { data: { id: string } }[];
      next?: string;
    };
    found.push(...page.data.map(({ data }) => data));
    if (!page.next) return found;
    next = `?cursor=${page.next}`;
  }
}

for (const [store, addressOf] of everyStore) {
  // What a patch sets is worked out above the store: there it is asked of one of them.
  const asked = guesses.filter(([, sent]) => sent.patch !== true || store === 'on SQLite');
  for (const version of ['3', '1']) {
    const where = `by callers of version ${version} ${store}`;
    test(`S38: no answer reveals whether a hidden value was guessed ${where}`, async () => {
      let now = 1_800_000_000_000;
      const served = await serve(members, {}, () => now, await addressOf());
      // Hundreds of records have a password: the smallest cost of a hash is enough to compare their answers.
      Object.assign(served.platform, {
        scrypt: async (text: string, salt: Uint8Array) => scryptSync(text, salt, 32, { N: 2 }),
      });
      const fetch = fetchOf(served.service);
      const key = await served.key(['all'], { team: 'a' });
      const ask: Ask = async (line, text, headers = {}) => {
        const [method = '', path] = line.split(' ');
        const sent = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}`, ...headers };
        return fetch(new Request(`http://localhost${path}`, { method, headers: sent, body: text ?? null }));
      };
      try {
        const failed: string[] = [];
        for (const [at, [name, sent, shut]] of asked.entries()) {
          now += 1000;
          const [first, ...others] = await Promise.all(
            all.map(([letter, held]) => told(ask, `${letter}${at}`, held, shut, sent, version)),
          );
          const tells = others.find((other) => other !== first);
          if (tells !== undefined) failed.push(`${name}:\n${first}\n${tells}`);
        }
        assert.deepEqual(failed.slice(0, 5), [], `${failed.length} of ${asked.length} requests tell what is held`);
        // On PostgreSQL an event is listed when no older transaction of the server is open, of other tests either.
        while (await served.store.events.assignSequences(1_000)) await pause(5);
        const events = await recordsTold(ask);
        assert.ok(events.length > 100 && events.length % all.length === 0, `${events.length} events`);
        const of = (letter: string): string[] =>
          events
            .filter(({ id }) => id.startsWith(letter))
            .map((event) => JSON.stringify(event).replace(event.id, event.id.slice(1)));
        for (const [letter] of all) assert.deepEqual(of(letter), of('r'));
      } finally {
        await served.close();
      }
    });
  }
}

/** The hidden values of a record in the store, one of each kind. */
const hidden = ['pin01', 'box-1', 'list-1', 'list-2', 'map-1', 'cvc-1'];

for (const [store, addressOf] of everyStore) {
  for (const version of ['3', '1']) {
    const where = `by callers of version ${version} ${store}`;
    test(`S38: what is hidden stays when something else is changed ${where}`, async () => {
      const served = await serve(members, {}, undefined, await addressOf());
      try {
        const key = await served.key(['all'], { team: 'a' });
        const box = (pin: string): object => ({ open: 'x', pin, usual: 7 });
        const body = {
          ...{ name: 'Ada', pin: 'pin01', box: box('box-1'), boxes: [box('list-1'), box('list-2')] },
          ...{ by_key: { a: box('map-1') }, pay: { kind: 'card', last4: '4242', cvc: 'cvc-1' } },
        };
        assert.equal((await served.ask('PUT /members/m', { key, body })).status, 201);
        const query = served.store.prepare({
          resource: 'Member',
          conditions: [],
          order: [{ field: 'id', descending: false }],
        });
        const kept = async (): Promise<string> => JSON.stringify((await query.many({ conditions: [], now: 0 })).rows);
        const patch = async (sent: unknown): Promise<void> => {
          const type = Array.isArray(sent) ? 'application/json-patch+json' : 'application/json';
          const text = version === '1' ? older(JSON.stringify(sent)) : JSON.stringify(sent);
          const headers = { 'Content-Type': type, 'Api-Version': version };
          const got = await served.ask('PATCH /members/m', { key, text, headers });
          assert.equal(got.status, 200, `${text}: ${got.text}`);
        };
        for (const sent of [
          [{ op: 'replace', path: '/name', value: 'Bea' }],
          { name: 'Cid' },
          [{ op: 'replace', path: '/box/open', value: 'y' }],
          [{ op: 'add', path: '/box', value: { open: 'z' } }],
          { box: { open: 'w' }, inside: { open: 'w' } },
          [{ op: 'replace', path: '/pay/last4', value: '4343' }],
          [{ op: 'add', path: '/by_key/b', value: { open: 'y' } }],
          [{ op: 'add', path: '/inside', value: { open: 'y' } }],
        ]) {
          await patch(sent);
          const row = await kept();
          for (const value of hidden) assert.ok(row.includes(value), `${JSON.stringify(sent)}: ${value} in ${row}`);
          assert.equal(row.split('usual\\":7').length, 5, row);
          assert.match(row, /\\"own\\":\\"own\\"/);
        }
        // Another case of a union holds nothing of what the former one hid.
        await patch({ pay: { kind: 'wire', last4: null, color: null, iban: 'DE1' } });
        assert.doesNotMatch(await kept(), /cvc/);
      } finally {
        await served.close();
      }
    });
  }
}
