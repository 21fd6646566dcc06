import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { OperationPlan } from '../../src/plan/operation.ts';
import { allNumbered } from '../../src/stores/suites/events.suite.ts';
import { readStream, streaming } from '../serve/streams/streams.fixture.ts';
import { type Got, type Served, serve } from '../serve/support/served.fixture.ts';
import { everyStore } from '../serve/support/stores.fixture.ts';
import { mayCall, type StatedCaller, scopeTable } from '../support/scope-table.ts';

// S33 for the operations that tests/matrix.test.ts does not call: those of code, and those that show events.

const table = scopeTable(streaming);
const unknown = { invoice: 'inv_01h455vb4pex5vsknk084sn02q', event: 'evt_01h455vb4pex5vsknk084sn02q' };
/** What a handler of the document answers when it runs, and the body that it is called with. */
const code: Readonly<Record<string, readonly [status: number, body?: object]>> = {
  'remind Invoice': [409, { text: 'pay' }],
  'split Invoice': [409, {}],
  'close Invoice': [204],
  owing: [200],
};

for (const [store, addressOf] of everyStore) {
  describe(`the matrix of code and events ${store}`, () => {
    let served: Served;
    let ran: string[] = [];
    let ids: typeof unknown;
    let callers: readonly (readonly [who: string, key: string | undefined, caller: StatedCaller])[];
    before(async () => {
      const handler = (name: string, refusal?: string) => (context: { refuse(code: string): void }) => {
        ran.push(name);
        if (refusal !== undefined) context.refuse(refusal);
        return name === 'owing' ? { customers: [], text: '' } : undefined;
      };
      served = await serve(streaming, { explain: 'never' }, undefined, await addressOf(), {
        'remind Invoice': handler('remind Invoice', 'too_soon'),
        'split Invoice': handler('split Invoice', 'elsewhere'),
        'close Invoice': handler('close Invoice'),
        owing: handler('owing'),
      });
      const { scopes } = served.plan.authentication;
      const sets = [[], ...scopes.map((scope) => [scope]), scopes];
      const found = [...['a', 'b']].flatMap((shop) =>
        sets.map(async (set) => {
          const attributes = { shop };
          return [
            `${shop} with ${set.join(' ')}`,
            await served.key(set, attributes),
            { scopes: set, attributes },
          ] as const;
        }),
      );
      callers = [['nobody', undefined, undefined], ...(await Promise.all(found))];
      const key = await served.key(scopes, { shop: 'a' });
      const customer = await served.ask('POST /customers', { key, body: { name: 'Ada', email: 'ada@example.com' } });
      const lines = [{ text: 'x', quantity: 1, price: 5 }];
      const body = { customer: customer.json.id, currency: 'EUR', lines, due_on: '2999-01-01' };
      const invoice = await served.ask('POST /invoices', { key, body });
      assert.equal(invoice.status, 201, invoice.text);
      await allNumbered(served.store);
      const { data } = (await served.ask('GET /events', { key })).json;
      ids = { invoice: invoice.json.id, event: data[0].id };
    });
    after(() => served.close());

    const operations = (kind: OperationPlan['kind']): readonly OperationPlan[] =>
      served.plan.operations.filter((operation) => operation.kind === kind);
    /** The status by which a caller is turned away before any record is looked at. */
    const away = ({ name }: OperationPlan, caller: StatedCaller): number | undefined => {
      const stated = table.operations.find((operation) => operation.name === name);
      assert.ok(stated, name);
      if (mayCall(table, stated, caller)) return undefined;
      return caller === undefined ? 401 : 403;
    };
    const isOwner = (caller: StatedCaller): boolean => caller?.attributes.shop === 'a';
    const headers = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00` };
    const shown = ({ status, headers: all, text }: Got): object => {
      return { status, text, headers: [...all].filter(([name]) => name !== 'date') };
    };

    test('S33: code runs for those alone whom the scopes let at its record', async () => {
      let cells = 0;
      for (const operation of operations('handler')) {
        const [done, body] = code[operation.name]!;
        const ask = (id: string, key: string | undefined): Promise<Got> =>
          served.ask(`${operation.method} ${operation.path.replace('{id}', id).replace('{name}', 'x')}`, {
            ...{ key, headers },
            ...(body === undefined ? {} : { body }),
          });
        for (const [who, key, caller] of callers) {
          ran = [];
          const got = await ask(ids.invoice, key);
          const hidden = operation.resource !== undefined && !isOwner(caller);
          const expected = away(operation, caller) ?? (hidden ? 404 : done);
          assert.equal(got.status, expected, `${operation.name} by ${who}: ${got.text}`);
          assert.deepEqual(ran, expected === done ? [operation.name] : [], `${operation.name} by ${who}`);
          if (expected === 404) assert.deepEqual(shown(got), shown(await ask(unknown.invoice, key)));
          cells++;
        }
      }
      assert.equal(cells, Object.keys(code).length * callers.length);
    });

    test('S33: events are listed, read and streamed to those alone whom the scopes let hear them, each its own', async () => {
      let heard = 0;
      const [list, read, stream] = ['list events', 'read event', 'stream events'].map(
        (kind) => operations(kind as OperationPlan['kind'])[0]!,
      ) as [OperationPlan, OperationPlan, OperationPlan];
      for (const [who, key, caller] of callers) {
        const listed = await served.ask('GET /events', { key, headers });
        assert.equal(listed.status, away(list, caller) ?? 200, who);
        if (listed.status === 200) {
          const data: readonly { readonly id: string; readonly kind: string }[] = listed.json.data;
          assert.equal(
            data.some(({ id }) => id === ids.event),
            isOwner(caller),
            who,
          );
          if (!isOwner(caller)) assert.ok(data.every(({ kind }) => kind === 'tag.changed'));
        }
        const response = await served.ask(`GET /events/${ids.event}`, { key, headers });
        assert.equal(response.status, away(read, caller) ?? (isOwner(caller) ? 200 : 404), who);
        if (response.status === 404) {
          assert.deepEqual(shown(response), shown(await served.ask(`GET /events/${unknown.event}`, { key, headers })));
        }
        const told = await readStream(fetch, `${served.address}/stream`, key, { 'Last-Event-ID': '0' });
        assert.equal(told.status, away(stream, caller) ?? 200, who);
        if (told.status === 200) {
          heard++;
          // What was first told to a, and to b what b does now.
          if (!isOwner(caller)) await served.ask('PUT /tags/heard', { key: callers.at(-1)![1], body: { color: who } });
          const [first] = await told.events(1);
          assert.equal(first!.event, isOwner(caller) ? 'customer.changed' : 'tag.changed', who);
        }
        told.stop();
      }
      assert.equal(heard, 4);
    });
  });
}
