import assert from 'node:assert/strict';
import { createServer as createTcp } from 'node:net';
import { type TestContext, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import type { Outgoing, OutgoingResponse } from '../../src/contracts/platform.ts';
import { createSignedHeaders, decodeSigningKey } from '../../src/parts/events/serve/signature.ts';
import { attemptTimeoutMs } from '../../src/serve/deliveries/attempt.ts';
import { createHostThrottle, type HostThrottle } from '../../src/serve/deliveries/host-throttle.ts';
import { createNodeSend } from '../../src/serve/node/send.ts';
import { createNodePlatform } from '../../src/serve/platform-node.ts';
import { hooked, hookedService, storesFor } from '../serve/deliveries/deliveries.fixture.ts';
import { http, listen, openSqlite, outgoing, registered } from './webhooks.fixture.ts';

const platform = createNodePlatform({ info() {}, warn() {}, error() {} });

/** Answers without end, one piece after the other as fast as they are taken; counts what was handed over. */
function endless(t: TestContext, counted: (bytes: number) => void): Promise<number> {
  return http(t, (_, response) => {
    const piece = Buffer.alloc(8_192);
    response.on('error', () => undefined);
    const more = (): void => {
      if (response.destroyed) return;
      response.write(piece, () => {
        counted(piece.length);
        // What was sent is read before more is sent, as if the receiver were far away.
        setTimeout(more, 2);
      });
    };
    more();
  });
}

test('S55: of an answer without end little is read, and its status counts', { timeout: 20_000 }, async (t) => {
  let written = 0;
  const port = await endless(t, (bytes) => {
    written += bytes;
  });
  const send = createNodeSend();
  const sent = await send(outgoing(`http://127.0.0.1:${port}/`, { milliseconds: 15_000, mostBytes: 65_536 }));
  assert.deepEqual(sent, { status: 200 });
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.ok(written >= 65_536 && written < 3 * 65_536, `${written} bytes were taken`);
});

test('S55: receivers that trickle, say nothing, answer too much, reset or hang end by their time', {
  timeout: 20_000,
}, async (t) => {
  const trickling = await http(t, (_, response) => {
    const timer = setInterval(() => response.write('a'), 20);
    response.on('close', () => clearInterval(timer));
  });
  const silent = await http(t, () => undefined);
  const slowHead = await listen(
    t,
    createTcp((socket) => {
      socket.on('error', () => undefined).write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write('X-A: b\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    }),
  );
  const heads = await http(t, (_, response) => {
    for (let at = 0; at < 10_000; at++) response.setHeader(`x-${at}`, 'a');
    response.end();
  });
  const resets = await listen(
    t,
    createTcp((socket) => {
      socket.on('error', () => undefined);
      socket.resetAndDestroy();
    }),
  );
  const mute = await listen(
    t,
    createTcp((socket) => void socket.on('error', () => undefined)),
  );
  const garbage = await listen(
    t,
    createTcp((socket) => void socket.on('error', () => undefined).end('no HTTP at all\r\n\r\n')),
  );
  const send = createNodeSend();
  const to = (port: number, scheme = 'http'): Promise<OutgoingResponse> =>
    send(outgoing(`${scheme}://127.0.0.1:${port}/`, { milliseconds: 1500 }));
  const all = await Promise.all([
    to(trickling),
    to(silent),
    to(slowHead),
    to(heads),
    to(resets),
    to(mute, 'https'),
    to(garbage),
  ]);
  assert.deepEqual(all, [
    { status: 200 },
    { problem: 'no response within 1.5 seconds' },
    { problem: 'no response within 1.5 seconds' },
    { problem: 'its response headers are too large' },
    { problem: 'the connection was reset' },
    { problem: 'no response within 1.5 seconds' },
    { problem: 'its response is not HTTP' },
  ]);
  assert.ok(attemptTimeoutMs >= 15_000 && attemptTimeoutMs <= 30_000);
});

test('S55: a receiver that hangs holds up no other receiver', async (t) => {
  const got: string[] = [];
  const receive = ({ url, signal }: Outgoing): Promise<OutgoingResponse> =>
    new Promise((done) => {
      got.push(url);
      if (!url.includes('hang')) done({ status: 200 });
      signal?.addEventListener('abort', () => done({ problem: 'the request was aborted' }));
    });
  const service = await hookedService(t, await storesFor(t, openSqlite), { receive, still: false });
  for (let nth = 0; nth < 5; nth++) await registered(service, `https://example.com/hang${nth}`);
  assert.equal((await service.ask('POST /hooks', { url: 'https://example.com/well' }, 'south')).status, 201);
  for (let nth = 0; nth < 10; nth++) {
    await service.ask('POST /notes', { text: `a${nth}` });
    await service.ask('POST /notes', { text: `b${nth}` }, 'south');
  }
  const of = (word: string): number => got.filter((url) => url.includes(word)).length;
  await service.until(() => of('well') === 10, 'what goes to the other tenant');
  await service.until(() => of('hang') === 40, 'eight attempts to each that hangs');
});

test('S56: many subscriptions that name one victim do not make many requests to it', async (t) => {
  let count = 0;
  const receive = (): OutgoingResponse => {
    count++;
    return { status: 404 };
  };
  const one = await hookedService(t, await storesFor(t, openSqlite), { receive, settings: { webhookRate: 10 } });
  for (let nth = 0; nth < 60; nth++) {
    assert.equal(
      (await one.ask('POST /hooks', { url: `https://victim.example.com/${nth}` }, `shop${nth % 2}`)).status,
      201,
    );
  }
  await one.ask('POST /notes', { text: 'a' }, 'shop0');
  await one.ask('POST /notes', { text: 'b' }, 'shop1');
  const began = one.clock.now;
  await one.until(() => count >= 60, 'all sixty');
  const seconds = (one.clock.now - began) / 1_000;
  assert.ok(count <= 10 + seconds * 10 + 1, `${count} requests in ${seconds} seconds`);
  const throttle = createHostThrottle(5);
  const waits = Array.from({ length: 7 }, () => throttle.wait('a', 0));
  assert.deepEqual(waits, [0, 0, 0, 0, 0, 200, 400]);
  assert.deepEqual([throttle.wait('b', 0), throttle.wait('a', 200), throttle.wait('a', 200)], [0, 0, 400]);
});

test('S56: calls to a host that is called too often are tried again in order, within a minute', () => {
  const throttle = createHostThrottle(100, 1_000);
  const waits = Array.from({ length: 100_100 }, () => throttle.wait('a', 0)).slice(100);
  assert.deepEqual([waits[0], waits[1], waits[1_000], waits.at(-1)], [10, 11, 1_010, 60_000]);
  assert.equal(throttle.wait('b', 0), 0);
  // The clock is set back.
  assert.ok(throttle.wait('a', -3_600_000) <= 60_000);
});

test('S56: a host is called more often only while it accepts calls promptly, and by default only', () => {
  /** Calls a host for some seconds, as often as it may be called, and returns the calls of each second. */
  const callsOf = (
    throttle: HostThrottle,
    answers: readonly (readonly [accepted: boolean, ms: number])[],
  ): number[] => {
    const calls: number[] = [];
    let now = 0;
    for (const [accepted, ms] of answers) {
      let count = 0;
      for (const end = now + 1_000; now < end; now++) {
        while (throttle.wait('a', now) === 0) {
          throttle.ended('a', accepted, ms);
          count++;
        }
      }
      calls.push(count);
    }
    return calls;
  };
  const prompt = [true, 20] as const;
  const [first, second, , , fifth] = callsOf(
    createHostThrottle(100, 1_000),
    Array.from({ length: 5 }, () => prompt),
  );
  assert.ok(first! > 150 && second! > first! && fifth! <= 1_000 && fifth! > 900, `${first} ${second} ${fifth}`);
  for (const unwilling of [
    [false, 20],
    [true, 2_000],
  ] as const) {
    const [, , kept] = callsOf(createHostThrottle(100, 1_000), [unwilling, unwilling, unwilling]);
    assert.ok(kept! <= 101, `${kept}`);
    const [, , , , after] = callsOf(createHostThrottle(100, 1_000), [prompt, prompt, prompt, unwilling, unwilling]);
    assert.ok(after! <= 101, `${after}`);
  }
  assert.deepEqual(callsOf(createHostThrottle(50), [prompt, prompt, prompt]).slice(1), [50, 50]);
});

test('S57: receivers accept what was signed, by the new secret and the old, and nothing that was changed', () => {
  const now = Date.now();
  const body = '{"a":"ä"}';
  const secrets = [
    'whsec_bm90IGEgc2VjcmV0LCBhbiBleGFtcGxlIG9ubHk=',
    'whsec_bm90IGEgc2VjcmV0IGVpdGhlciwgYW4gZXhhbXBsZQ==',
  ];
  const headers = { ...createSignedHeaders(platform, 'evt_1', now, body, secrets) };
  assert.equal(headers['webhook-signature']!.split(' ').length, 2);
  for (const secret of secrets) new Webhook(secret).verify(body, headers);
  const refused = (of: Record<string, string>, text = body): void => {
    assert.throws(() => new Webhook(secrets[0]!).verify(text, of), JSON.stringify(of));
  };
  refused(headers, '{"a":"a"}');
  refused({ ...headers, 'webhook-id': 'evt_2' });
  refused({ ...headers, 'webhook-timestamp': String(Math.floor(now / 1_000) - 1) });
  refused({ ...createSignedHeaders(platform, 'evt_1', now - 600_000, body, secrets) });
  refused({ ...createSignedHeaders(platform, 'evt_1', now, body, secrets.slice(1)) });
  refused({ ...headers, 'webhook-signature': headers['webhook-signature']!.replace(/v1,/g, 'v0,') });
  // The vector of the standard's own tests.
  const vector = createSignedHeaders(
    platform,
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    1_614_265_330_000,
    '{"test": 2432232314}',
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  );
  assert.equal(vector['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  assert.equal(Buffer.from(decodeSigningKey('no base64!')).toString(), 'no base64!');
});

test('S57: a secret that is set again signs next to the older one for 24 hours; ids hold no dot', async (t) => {
  const got: Outgoing[] = [];
  const receive = (request: Outgoing): OutgoingResponse => {
    got.push(request);
    return { status: 200 };
  };
  const document = hooked().replace('assigned; shown once', 'required; write-only');
  const service = await hookedService(t, await storesFor(t, openSqlite, document), { document, receive });
  const [older, newer] = ['whsec_b2xkZXIgc2VjcmV0IG9mIDI0IGJ5dGVz', 'whsec_bmV3ZXIgc2VjcmV0IG9mIDI0IGJ5dGVz'] as const;
  const made = await service.ask('POST /hooks', { url: 'https://example.com/', secret: older });
  assert.equal(made.status, 201, JSON.stringify(made.json));
  const signs = async (secrets: readonly string[]): Promise<void> => {
    const count = got.length;
    await service.ask('POST /notes', { text: 'a' });
    await service.until(() => got.length > count);
    const { headers, body } = got.at(-1)!;
    assert.equal(headers['webhook-signature']!.split(' ').length, secrets.length);
    assert.ok(!headers['webhook-id']!.includes('.'));
    const expected = createSignedHeaders(
      platform,
      headers['webhook-id']!,
      Number(headers['webhook-timestamp']) * 1_000,
      body,
      secrets,
    );
    assert.equal(headers['webhook-signature'], expected['webhook-signature']);
  };
  await signs([older]);
  assert.equal((await service.ask(`PATCH /hooks/${made.json.id}`, { secret: newer })).status, 200);
  await signs([newer, older]);
  await service.clock.advance(24 * 3_600_000 + 60_000);
  await signs([newer]);
});

test('S58: no credential, field of another tenant or name of an inner host is in what is sent, kept of attempts or logged', async (t) => {
  const got: Outgoing[] = [];
  const receive = (request: Outgoing): OutgoingResponse => {
    got.push(request);
    return { problem: 'its host is unreachable' };
  };
  const service = await hookedService(t, await storesFor(t, openSqlite), { receive });
  const { json: hook } = await service.ask('POST /hooks', { url: 'https://example.com/path?token=abc' });
  await service.ask('POST /notes', { text: 'of the south' }, 'south');
  await service.ask('POST /notes', { text: 'of the north' });
  await service.until(async () => (await service.store.deliveries.list({ states: ['waiting'] }, 1))[0]?.tries === 1);
  assert.equal(got.length, 1);
  // The system looks up few names at the same time: those of clients must not hold up the others.
  assert.equal(got[0]!.byDns, true);
  const [stored] = await service.store.deliveries.list({ states: ['waiting'] }, 1);
  const told = JSON.stringify([got[0]!.headers, got[0]!.body, stored, service.logged]);
  for (const secret of [hook.secret, 'of the south', 'south', 'inner word', 'Bearer', 'authorization', 'token=abc']) {
    assert.ok(!told.includes(secret), secret);
  }
  const refused = await createNodeSend((_, found) =>
    found(Object.assign(new Error('db.lan'), { code: 'ENOTFOUND' }), []),
  )(outgoing('http://db.corp.example/'));
  assert.deepEqual(refused, { problem: 'its host name was not found' });
});
