import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exchangeMessage } from './exchange.ts';

const request = new Request('http://localhost/mcp', { method: 'POST', body: '{}' });

function open() {
  const due: { readonly milliseconds: number; readonly work: () => void }[] = [];
  const deadlines = {
    after(milliseconds: number, work: () => void) {
      const timer = { milliseconds, work };
      due.push(timer);
      return () => void due.splice(due.indexOf(timer), 1);
    },
  };
  let closed = 0;
  const exchange = (fetch: () => Promise<Response>) =>
    exchangeMessage({ fetch, close: async () => void closed++ }, request, { deadlines, milliseconds: 30_000 });
  return { due, exchange, closed: () => closed };
}

test('an answer is handed on whole, and its time ends with it', async () => {
  const { due, exchange, closed } = open();
  const bytes = new TextEncoder().encode('{"é":1}');
  const body = new ReadableStream({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const answer = await exchange(
    async () => new Response(body, { status: 202, headers: { 'Content-Type': 'text/plain' } }),
  );
  assert.deepEqual(answer, {
    status: 202,
    headers: ['content-type', 'text/plain', 'Cache-Control', 'no-store'],
    body: '{"é":1}',
  });
  assert.deepEqual([due.length, closed()], [0, 0]);
  await assert.rejects(
    exchange(async () => Promise.reject(new Error('failed'))),
    /failed/,
  );
  assert.equal(due.length, 0);
});

test('a message without an answer ends at its time, and so does a stream without end, which is cancelled', async () => {
  const { due, exchange, closed } = open();
  const silent = exchange(() => new Promise(() => undefined));
  assert.equal(due[0]?.milliseconds, 30_000);
  due[0]?.work();
  assert.equal(await silent, undefined);
  assert.equal(closed(), 1);
  const { promise: cancelled, resolve } = Promise.withResolvers<void>();
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(Uint8Array.of(32)),
    cancel: () => resolve(),
  });
  const endless = exchange(async () => new Response(body));
  await new Promise((done) => setImmediate(done));
  due.at(-1)?.work();
  assert.equal(await endless, undefined);
  await cancelled;
});
