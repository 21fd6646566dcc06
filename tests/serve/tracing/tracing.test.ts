import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { everyStore } from '../support/stores.fixture.ts';
import { registerSdk, type SeenSpan } from './sdk.fixture.ts';
import { traced } from './tracing.fixture.ts';

const client = (letter: string) => ({ traceId: letter.repeat(32), spanId: letter.repeat(16) });
const headersOf = ({ traceId, spanId }: ReturnType<typeof client>) => ({ traceparent: `00-${traceId}-${spanId}-01` });

for (const [name, address] of everyStore) {
  describe(`a trace ${name}`, () => {
    test('goes from the request of each tenant to its log line, its event and its webhook', async (t) => {
      const { ask, subscribe, webhook, logged } = await traced(t, await address());
      const [north, south] = [client('a'), client('b')];
      for (const [shop, of] of [
        ['north', north],
        ['south', south],
      ] as const) {
        await subscribe(shop);
        assert.equal((await ask('POST /notes', shop, { text: 'x' }, headersOf(of))).status, 201);
        const { headers, body } = await webhook(shop);
        assert.equal(headers.traceparent, headersOf(of).traceparent);
        assert.equal(JSON.parse(body).traceparent, headersOf(of).traceparent);
      }
      const notes = logged.filter(({ operation }) => operation === 'create Note');
      assert.deepEqual(
        notes.map(({ trace_id, span_id }) => [trace_id, span_id]),
        [north, south].map(({ traceId, spanId }) => [traceId, spanId]),
      );
    });

    test('is not invented: without a traceparent, or with one that is not valid, a webhook names none', async (t) => {
      for (const traceparent of [undefined, `00-${'0'.repeat(32)}-${'a'.repeat(16)}-01`, 'x']) {
        const { ask, subscribe, webhook, logged } = await traced(t, await address());
        await subscribe('north');
        await ask('POST /notes', 'north', { text: 'x' }, traceparent === undefined ? {} : { traceparent });
        const { headers, body } = await webhook('north');
        assert.equal(headers.traceparent, undefined);
        assert.equal(JSON.parse(body).traceparent, undefined);
        assert.match(String(logged.at(-1)?.trace_id), /^[0-9a-f]{32}$/);
        assert.equal(logged.at(-1)?.span_id, undefined);
      }
    });
  });

  describe(`spans ${name}`, () => {
    let sdk: ReturnType<typeof registerSdk>;
    before(() => {
      sdk = registerSdk();
    });
    after(() => sdk.end());
    const serverSpans = (): readonly SeenSpan[] => sdk.spans.filter(({ kind }) => kind === SpanKind.SERVER);
    const below = (parent: SeenSpan | undefined): readonly SeenSpan[] =>
      sdk.spans.filter((span) => span.parent?.spanId === parent?.of.spanId);

    test('are one for each request, with its operation, status and code, below the span of the client', async (t) => {
      const { ask, logged } = await traced(t, await address());
      sdk.spans.length = 0;
      const of = client('c');
      await ask('POST /notes', 'north', { text: 'x' }, headersOf(of));
      await ask('POST /hooks', 'south', { url: 1 });
      const unknown = await ask('GET /nowhere', 'south');
      const [made, refused, lost, ...more] = serverSpans();
      assert.deepEqual(more, []);
      assert.deepEqual([made!.name, refused!.name, lost!.name], ['POST /notes', 'POST /hooks', 'GET']);
      assert.deepEqual(made!.attributes, {
        'http.request.method': 'POST',
        'http.route': '/notes',
        'nonet.operation': 'create Note',
        'http.response.status_code': 201,
      });
      assert.deepEqual([made!.of.traceId, made!.parent?.spanId], [of.traceId, of.spanId]);
      assert.equal(refused!.attributes['nonet.code'], 'invalid');
      assert.equal(refused!.attributes['http.response.status_code'], 422);
      assert.equal(lost!.attributes['http.response.status_code'], 404);
      const { instance } = (await unknown.json()) as { readonly instance: string };
      assert.equal(instance.replace(/^urn:uuid:|-/g, ''), lost!.of.traceId);
      assert.deepEqual(
        logged.slice(-3).map(({ trace_id, span_id }) => [trace_id, span_id]),
        serverSpans().map(({ of: own }) => [own.traceId, own.spanId]),
      );
      assert.ok(sdk.spans.every(({ ended }) => ended));
    });

    test('show transactions and code below their own request, also of tenants that write at once', async (t) => {
      const seen: (string | undefined)[] = [];
      const hook = async ({ input }: { readonly input: { readonly text: string } }) => {
        await new Promise((done) => setTimeout(done, 5));
        seen.push(`${input.text} ${trace.getActiveSpan()?.spanContext().traceId}`);
      };
      const { ask, subscribe, webhook } = await traced(t, await address(), { before: { 'create Note': hook } });
      await subscribe('south');
      sdk.spans.length = 0;
      const asked = ['north', 'south', 'north', 'south'].map((shop, i) => {
        const of = client(String(i + 1));
        return ask('POST /notes', shop, { text: `note ${i}` }, headersOf(of));
      });
      for (const response of await Promise.all(asked)) assert.equal(response.status, 201);
      assert.deepEqual(
        seen.toSorted(),
        [0, 1, 2, 3].map((i) => `note ${i} ${String(i + 1).repeat(32)}`),
      );
      for (const server of serverSpans()) {
        assert.deepEqual(
          below(server)
            .map((span) => span.name)
            .toSorted(),
          ['store write', 'the hook before create Note'],
        );
      }
      const sent = await webhook('south');
      const ids = serverSpans().map(({ of }) => `00-${of.traceId}-${of.spanId}-01`);
      assert.ok(ids.includes(String(sent.headers.traceparent)), sent.headers.traceparent);
    });

    test('of failed code name the kind of error, never its message', async (t) => {
      const hook = async () => {
        throw new TypeError('secret words');
      };
      const { ask } = await traced(t, await address(), { before: { 'create Note': hook } });
      sdk.spans.length = 0;
      assert.equal((await ask('POST /notes', 'north', { text: 'x' })).status, 500);
      const [server] = serverSpans();
      assert.equal(server!.status?.code, SpanStatusCode.ERROR);
      const [code] = below(server);
      assert.deepEqual(
        [code!.attributes, code!.status],
        [{ 'error.type': 'TypeError' }, { code: SpanStatusCode.ERROR }],
      );
      assert.ok(!JSON.stringify(sdk.spans).includes('secret words'));
    });
  });
}
