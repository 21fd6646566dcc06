import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compare, open, read } from '../src/index.ts';
import { changeCases } from './support/cases.ts';
import { pairs } from './support/compare-brute.ts';
import type { Client } from './support/compare-clients.ts';
import { tried } from './support/compare-tried.ts';
import { runs } from './support/runs.ts';

const documents = new Map(changeCases.map(({ name, text, after }) => [name, { old: text, now: after }]));

async function content(document: string, client: Client): Promise<boolean> {
  const service = await open({ document });
  try {
    return await client(async (line, body, headers = {}) => {
      const [method = '', path = ''] = line.split(' ');
      const got = await service.fetch(
        new Request(`http://localhost${path}`, {
          method,
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
        }),
        '127.0.0.1',
      );
      const text = await got.text();
      return { status: got.status, headers: got.headers, json: text === '' ? undefined : JSON.parse(text) };
    });
  } finally {
    await service.close();
  }
}

for (const [triple, rule, direction, client] of tried) {
  test(`what ${rule} says of ${direction} happens: ${triple}`, async () => {
    const { old, now } = documents.get(`${triple}.md`)!;
    const name = `${triple.slice(0, triple.indexOf('/'))}/${rule}`;
    const change = compare(read(old), read(now)).changes.find((candidate) => candidate.rule === name);
    const verdict = change?.[direction]?.class;
    assert.ok(verdict !== undefined, `${name} says nothing of ${direction}`);
    assert.equal(await content(old, client), true, 'the client is content with the older service');
    assert.equal(await content(now, client), verdict !== 'breaking', `the verdict is ${verdict}`);
  });
}

const rounds = Number(process.env.NONET_ROUNDS ?? runs(60));

for (const [what, pair] of Object.entries(pairs)) {
  test(`what is said of ${what} is what requests get, worked out one by one`, () => {
    fc.assert(
      fc.property(pair, ([old, now]) => {
        const { changes } = compare(read(old.document), read(now.document));
        const said = changes.map(({ rule, what: words, requests, answers, exposes }) => {
          return `${rule}: ${words} (${requests?.class}; ${answers?.class}; ${exposes})`;
        });
        const differs = [...old.gets].flatMap(([request, was]) => {
          const is = now.gets.get(request)!;
          return was === is ? [] : [{ request, was, is }];
        });
        const refused = (got: string): boolean => got.startsWith('refused');
        const lost = differs.filter(({ was, is }) => !refused(was) && refused(is));
        const other = differs.filter(({ was, is }) => refused(was) === refused(is));
        const won = differs.filter(({ was, is }) => refused(was) && !refused(is));
        const told = (direction: 'requests' | 'answers', ...classes: readonly string[]): boolean =>
          changes.some((change) => classes.includes(change[direction]?.class ?? ''));
        const isTold = ['requests', 'answers'].some((direction) =>
          told(direction as 'requests', 'breaking', 'unclear'),
        );
        const facts = () =>
          [...differs.map(({ request, was, is }) => `${request}: ${was} → ${is}`), ...said].join('\n');
        if (differs.length === 0) assert.deepEqual(said, [], 'nothing differs');
        if (lost.length > 0) assert.ok(isTold, `a client fails:\n${facts()}`);
        if (other.length === differs.length && other.length > 0)
          assert.ok(isTold, `a client gets another:\n${facts()}`);
        if (told('requests', 'breaking')) assert.notEqual(lost.length, 0, `nobody fails:\n${facts()}`);
        if (told('answers', 'breaking')) assert.notEqual(lost.length + other.length, 0, `nothing else:\n${facts()}`);
        const isExposed = changes.some(({ exposes }) => exposes !== undefined);
        if (what === 'scopes') assert.equal(isExposed, won.length > 0, `somebody sees more:\n${facts()}`);
        assert.equal(
          new Set(changes.map((change) => JSON.stringify(change))).size,
          changes.length,
          `a change is told once:\n${facts()}`,
        );
      }),
      { numRuns: rounds, seed: Number(process.env.NONET_SEED ?? 7) },
    );
  });
}
