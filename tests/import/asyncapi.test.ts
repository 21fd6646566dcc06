import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { describeAsyncapi } from '../../src/describe/asyncapi/index.ts';
import { importSource } from '../../src/import/index.ts';
import { plan, read } from '../../src/operator/documents.ts';
import type { WholePlan } from '../../src/plan/whole.ts';
import { root } from '../support/process.ts';
import { importSound } from './import.fixture.ts';

const open = (name: string): string => readFileSync(join(import.meta.dirname, 'descriptions', name), 'utf8');

/** The rows of a part of a page. */
function rowsOf(page: string, part: string): readonly string[] {
  const text = page.slice(page.indexOf(`\n## ${part}\n`) + 1);
  return text
    .slice(0, text.indexOf('\n## ', 4))
    .split('\n')
    .filter((line) => /^\| (?!---)/.test(line));
}

function reasonsOf({ ledger }: Awaited<ReturnType<typeof importSound>>): readonly string[] {
  const about = 'It is about the description, not about the service.';
  const unread = 'No rule of the importer reads it.';
  return [
    ...new Set(ledger.entries.flatMap(({ why }) => (why === undefined || why === about || why === unread ? [] : why))),
  ].sort();
}

test('messages of AsyncAPI 2 that clients subscribe to are events, and a channel of NATS is their delivery', async () => {
  const imported = await importSound(open('channels2.yaml'));
  assert.deepEqual(imported.recognized, { kind: 'AsyncAPI', version: '2.6.0', why: 'it states `asyncapi: 2.6.0`' });
  assert.deepEqual(rowsOf(imported.text, 'Events'), [
    '| Event | When | Payload | Meaning |',
    '| parcel.moved | not shown | `Move` | It is somewhere else |',
    '| Lost | not shown | `LostEvent` | Deprecated. |',
    '| ledger.entry | not shown | not shown | |',
    '| Delivery | To | Events |',
    '| nats | parcels.{event}.{id} | parcel.moved, Lost |',
  ]);
  assert.deepEqual(reasonsOf(imported), [
    'A channel has no text of its own.',
    'A message of a page has the headers of its delivery.',
    'A page has no addresses of brokers: they are set where the service runs.',
    'A page has no settings of brokers: they are set where the service runs.',
    'Import reads JSON Schema, not `application/vnd.apache.avro;version=1.9.0`.',
    'The address of a channel has the placeholders {event} and {id} only.',
    'The language has no delivery by `kafka`.',
    'The service receives this message, and a page receives requests of HTTP.',
    'The source does not say what the credential is, or the language has no such kind.',
  ]);
});

test('operations of AsyncAPI 3 that send are deliveries, and a stream has its endpoint', async () => {
  const imported = await importSound(open('channels3.yaml'));
  assert.deepEqual(rowsOf(imported.text, 'Events'), [
    '| Event | When | Payload | Meaning |',
    '| order.placed | not shown | `Order` | |',
    '| order.paid | not shown | `Order` | It is paid |',
    '| Ping | not shown | not shown | |',
    '| Delivery | To | Events |',
    '| webhook | not shown | order.placed, order.paid |',
    '| sse | GET /events | order.placed |',
  ]);
  assert.deepEqual(rowsOf(imported.text, 'Endpoints').slice(1), ['| stream events | GET | /events | 200 |']);
  assert.deepEqual(reasonsOf(imported), [
    'A page has no addresses of brokers: they are set where the service runs.',
    'A page has no settings of brokers: they are set where the service runs.',
    'A payload is an object with fields.',
    'An event has no reply.',
    'Scopes of a page allow operations of HTTP.',
    'The address of a channel belongs to its delivery.',
    'The language has no delivery by `https`.',
    'The language has no delivery of this channel.',
    'The page has the name, and no title next to it.',
    'The service receives this message, and a page receives requests of HTTP.',
  ]);
});

test('the channels of an example import as its events and deliveries', async () => {
  const document = readFileSync(join(root, 'examples/invoices/invoices.md'), 'utf8');
  const described = describeAsyncapi(plan(read(document), { whole: true }) as WholePlan, {});
  const { text } = await importSound(JSON.stringify(described));
  const rows = rowsOf(text, 'Events');
  const events = ['invoice.created', 'invoice.sent', 'invoice.paid', 'invoice.voided'];
  for (const event of events)
    assert.ok(
      rows.some((row) => row.startsWith(`| ${event} | not shown |`)),
      event,
    );
  assert.ok(rows.includes(`| webhook | not shown | ${events.join(', ')} |`), rows.join('\n'));
  assert.ok(rows.some((row) => row.startsWith('| sse | GET /events |')));
});

test('versions of AsyncAPI that import does not read, and other kinds, are told', async () => {
  const whyOf = async (text: string): Promise<string> => {
    const imported = await importSource([{ name: 'a.yaml', text }]);
    return 'text' in imported ? '' : (imported.recognized.why ?? '');
  };
  assert.equal(await whyOf('asyncapi: 1.0.0'), 'It states `asyncapi: 1.0.0`, a version that import does not read.');
  assert.equal(await whyOf('a: 1'), 'It states neither `openapi`, `swagger` nor `asyncapi`.');
});
