import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { env } from 'node:process';
import { test } from 'node:test';
import { everyStore } from '../serve/support/stores.fixture.ts';
import { traceparent, two } from './hidden.fixture.ts';

for (const [store, addressOf] of everyStore) {
  const count = Number(env.NONET_GUESSES ?? (store === 'on SQLite' ? 10_000 : 3_000));

  test(`S35: of thousands of neighboring identities none says whether a record has it ${store}`, async (t) => {
    const { served, a, b, ids } = await two(await addressOf());
    t.after(() => served.close());
    const digits = '0123456789abcdefghjkmnpqrstvwxyz';
    const theirs = [ids.customer];
    for (let i = 0; i < 20; i++) {
      const body = { name: `N${i}`, email: `n${i}@example.com` };
      theirs.push((await served.ask('POST /customers', { key: a, body })).json.id);
    }
    const guesses = new Set(theirs);
    for (let at = ids.customer.length - 1; guesses.size < count; at--) {
      for (const id of theirs) {
        for (const digit of digits) {
          for (const next of digits) guesses.add(`${id.slice(0, at - 1)}${digit}${next}${id.slice(at + 1)}`);
        }
      }
    }
    const asked = [...guesses].slice(0, count);
    const heads = asked.map((id, i) =>
      [
        `GET /customers/${id} HTTP/1.1`,
        'Host: shop',
        `Authorization: Bearer ${b}`,
        `traceparent: ${traceparent}`,
        i === asked.length - 1 ? 'Connection: close' : 'X: y',
        '',
        '',
      ].join('\r\n'),
    );
    const text = await pipelined(served.address, heads.join(''));
    const answers = text
      .split(/(?=HTTP\/1\.1 \d{3})/)
      .map((part) => part.replace(/^(?:Date|Connection|Keep-Alive): .*\r\n/gim, ''));
    assert.equal(answers.length, asked.length);
    assert.equal(new Set(answers).size, 1, [...new Set(answers)].slice(0, 2).join('\n'));
    assert.match(answers[0]!, /^HTTP\/1\.1 404/);
    for (const id of theirs) assert.equal((await served.ask(`GET /customers/${id}`, { key: a })).status, 200);
  });
}

function pipelined(address: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1', () => socket.write(text));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
  });
}
