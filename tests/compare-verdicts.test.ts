import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { compare, open, read } from '../src/index.ts';
import type { Client } from './support/compare-clients.ts';
import { tried } from './support/compare-tried.ts';

const cases = join(import.meta.dirname, 'cases');

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
    const [old, now] = ['before', 'after'].map((which) => readFileSync(join(cases, `${triple}.${which}.md`), 'utf8'));
    const name = `${triple.slice(0, triple.indexOf('/'))}/${rule}`;
    const change = compare(read(old!), read(now!)).changes.find((one) => one.rule === name);
    const verdict = change?.[direction]?.class;
    assert.ok(verdict !== undefined, `${name} says nothing of ${direction}`);
    assert.equal(await content(old!, client), true, 'the client is content with the older service');
    assert.equal(await content(now!, client), verdict !== 'breaking', `the verdict is ${verdict}`);
  });
}
