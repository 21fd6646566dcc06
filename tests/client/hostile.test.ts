import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { root } from '../support/process.ts';
import { createModuleFolder, generateClient } from './generated.ts';

interface Client {
  readInvoice(id: string): Promise<{ readonly data: unknown; readonly rateLimit?: object }>;
  listInvoice(): AsyncIterable<unknown>;
  streamEvents(options?: object): AsyncGenerator<unknown>;
}

interface Generated {
  createClient(options: object): Client;
  verifyWebhook(request: object, secret: string): Promise<unknown>;
}

let generated: Generated;
before(async () => {
  const file = join(createModuleFolder(), 'client.ts');
  writeFileSync(file, await generateClient(join(root, 'tests/documents/written-out/invoices.md')));
  generated = (await import(file)) as Generated;
});

function connect(fetch: () => Promise<Response>): Client {
  return generated.createClient({ baseUrl: 'http://service.test', fetch });
}

test('no number, depth or header of a response brings about an undocumented error', async () => {
  const answer = (body: string, headers: object = {}, status = 200): Client => {
    const init = { status, headers: { 'Content-Type': 'application/json', ...headers } };
    return connect(() => Promise.resolve(new Response(body, init)));
  };
  const unexpected = { name: 'UnexpectedResponseError' };
  for (const body of [
    'NaN',
    '{"id":Infinity}',
    '{"a":'.repeat(100_000),
    '1e999',
    '{"a":[-1E+400]}',
    '9'.repeat(5000),
  ]) {
    for (const status of [200, 404])
      await assert.rejects(
        answer(body, {}, status).readInvoice('a'),
        { ...unexpected, status, body },
        body.slice(0, 20),
      );
  }
  assert.deepEqual((await answer('{"id":"1e999","x":1e308}').readInvoice('a')).data, { id: '1e999', x: 1e308 });
  for (const headers of [{ RateLimit: `"a";r=${'9'.repeat(400)}` }, { 'X-RateLimit-Remaining': 'many' }])
    assert.equal((await answer('{}', headers).readInvoice('a')).rateLimit, undefined);
  await assert.rejects(async () => {
    for await (const _ of answer('{"data":[]}', { Link: '<http://[>; rel=next' }).listInvoice()) assert.fail();
  }, unexpected);
  for (const data of ['x', 'NaN', '1e999', 'null']) {
    const client = answer(`event: a\nid: 7\ndata: ${data}\n\n`, { 'Content-Type': 'text/event-stream' });
    await assert.rejects(client.streamEvents().next(), { ...unexpected, status: 200, body: data });
  }
  await assert.rejects(answer('<p>', { 'Content-Type': 'text/html' }).streamEvents().next(), unexpected);
  const moment = `${Math.floor(Date.now() / 1000)}`;
  for (const body of ['{', 'NaN']) {
    const digest = createHmac('sha256', 'a secret').update(`1.${moment}.${body}`).digest('base64');
    const headers = { 'webhook-id': '1', 'webhook-timestamp': moment, 'webhook-signature': `v1,${digest}` };
    const secret = `whsec_${Buffer.from('a secret').toString('base64')}`;
    await assert.rejects(generated.verifyWebhook({ body, headers }, secret), {
      name: 'WebhookVerificationError',
      message: 'The body of the webhook is not JSON.',
    });
  }
});

test('a service that asks for a reconnection after an endless time is not asked at once', async () => {
  const stop = new AbortController();
  let asked = 0;
  const client = connect(() => {
    asked += 1;
    const body = `retry: ${'9'.repeat(asked === 1 ? 30 : 9)}\n\n`;
    return Promise.resolve(new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }));
  });
  const events = client.streamEvents({ signal: stop.signal });
  setTimeout(() => stop.abort(), 200);
  assert.deepEqual(await events.next(), { done: true, value: undefined });
  assert.equal(asked, 1);
});

test('a list whose pages repeat ends with an error', async () => {
  for (const [lead, cycle] of [
    [0, 1],
    [0, 2],
    [3, 1],
    [5, 7],
  ] as const) {
    let asked = 0;
    const client = connect(async () => {
      asked += 1;
      assert.ok(asked < 100, 'it reads without end');
      const at = asked < lead + cycle ? asked : lead + ((asked - lead) % cycle);
      const headers = { 'Content-Type': 'application/json', Link: `<?cursor=c${at}>; rel="next"` };
      return new Response('{"data":[]}', { headers });
    });
    const failed = { name: 'UnexpectedResponseError', status: 200, body: { data: [] } };
    await assert.rejects(async () => {
      for await (const _ of client.listInvoice()) assert.fail();
    }, failed);
    assert.ok(asked <= 3 * (lead + cycle) + 2, `${asked}`);
  }
});
