import type { Command } from 'commander';
import { compile } from '../../codegen/compile.ts';
import type { EventFilter, StoredEvent } from '../../contracts/events.ts';
import type { Store } from '../../contracts/store.ts';
import { CommandError } from '../../operator/command-error.ts';
import { readDecodedEvents } from '../../operator/events.ts';
import type { Plan } from '../../plan/plan.ts';
import { createEventNameReader } from '../../plan/version/event-names.ts';
import { findNearest } from '../../text/nearest.ts';
import { present } from '../../text/present.ts';
import { withEventStore } from '../shared/event-store.ts';
import { collect, createIntegerParser, createStoreOption, type StoreOptions } from '../shared/options.ts';
import { formatCount, type Terminal } from '../shared/terminal.ts';

interface ListOptions extends StoreOptions {
  readonly type: readonly string[];
  readonly since?: number;
  readonly record?: string;
  readonly after: number;
  readonly limit: number;
}

/** `nonet events list|show FILE` */
export function addEvents(events: Command, terminal: Terminal): void {
  events.addHelpText(
    'after',
    `
Examples:
  $ nonet events list invoices.md --type invoice.paid --since 2026-11-01
  $ nonet events show invoices.md evt_01k8z7rqa0faw8vvg14d2pf2db`,
  );
  events
    .command('list')
    .description('List events by number, oldest first.')
    .argument('<file>', 'the document')
    .option('--type <name>', 'only events of this type; may be repeated', collect, [])
    .option('--since <time>', 'only events from this time on: 2026-11-01, or 2026-11-01T09:00:00Z', parseTimestamp)
    .option('--record <id>', 'only events of the record with this ID')
    .option('--after <number>', 'only events after this number', createIntegerParser('--after', 0), 0)
    .option('--limit <count>', 'at most this many', createIntegerParser('--limit', 1), 100)
    .addOption(createStoreOption())
    .option('--json', 'print JSON, one event a line')
    .addHelpText('after', '\nExamples:\n  $ nonet events list invoices.md --record inv_01k8z7rqa0faw8vvg14d2pf2db')
    .action((file: string, options: ListOptions) =>
      withEventStore(file, options, terminal, (plan, store) => listEvents(plan, store, options, terminal)),
    );
  events
    .command('show')
    .description('Show one event with its payload.')
    .argument('<file>', 'the document')
    .argument('<id>', 'the ID of the event, as `events list` prints it')
    .addOption(createStoreOption())
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExamples:\n  $ nonet events show invoices.md evt_01k8z7rqa0faw8vvg14d2pf2db --json')
    .action((file: string, id: string, options: StoreOptions) =>
      withEventStore(file, options, terminal, (plan, store) => showEvent(plan, store, id, file, options, terminal)),
    );
}

async function listEvents(plan: Plan, store: Store, options: ListOptions, terminal: Terminal): Promise<void> {
  const { type, since, record, after, limit, json } = options;
  for (const name of type) mustBeKnown(plan, name);
  const filter: EventFilter = {
    ...(type.length === 0 ? {} : { types: type }),
    ...present({ since, recordId: record }),
  };
  const found = await readDecodedEvents(compile(plan).events, store, after, limit + 1, filter);
  const events = found.slice(0, limit).map(({ event }) => event);
  for (const event of events)
    terminal.out(json ? { json: JSON.stringify(toEventJson(event)) } : formatEventLine(event));
  if (json) return;
  const more = found.length > limit ? `. To list more, add --after ${events.at(-1)!.sequence}` : '';
  terminal.err(`${formatCount(events.length, 'event')}${more}`);
}

function mustBeKnown(plan: Plan, name: string): void {
  const names = plan.events.map((event) => event.name);
  if (names.includes(name)) return;
  const near = findNearest(name, names);
  const has = names.length === 0 ? 'It states no events.' : `It has: ${names.join(', ')}.`;
  throw new CommandError(`The document has no event "${name}". ${near === undefined ? has : `Did you mean ${near}?`}`);
}

function formatEventLine({ sequence, at, kind, resource, recordId, id }: StoredEvent): string {
  const of = resource === undefined ? '—' : `${resource} ${recordId}`;
  return `${String(sequence).padStart(8)}  ${new Date(at).toISOString()}  ${kind}  ${of}  ${id}`;
}

function toEventJson(event: StoredEvent): object {
  const { sequence, id, kind, at, resource, recordId, recordVersion, traceId, caller } = event;
  const of = resource === undefined ? {} : { resource, record: recordId, version: recordVersion };
  const time = new Date(at).toISOString();
  return { number: sequence, id, type: kind, time, ...of, ...present({ caller }), trace: traceId };
}

async function showEvent(
  plan: Plan,
  store: Store,
  id: string,
  file: string,
  { json }: StoreOptions,
  terminal: Terminal,
): Promise<void> {
  const stored = await store.events.one(id);
  if (stored === undefined) {
    throw new CommandError(`No stored event has the ID ${id}. To list them, run \`nonet events list ${file}\`.`);
  }
  const event = { ...stored, kind: createEventNameReader(plan).present(stored.kind, stored.version) };
  const payload = renderPayload(plan, stored);
  if (json) {
    const text = JSON.stringify(toEventJson(event));
    terminal.out({ json: payload === undefined ? text : `${text.slice(0, -1)},"payload":${payload}}` });
    return;
  }
  for (const [name, value] of Object.entries(toEventJson(event))) terminal.out(`${`${name}:`.padEnd(10)}${value}`);
  terminal.out(`payload:  ${payload ?? '—'}`);
}

function renderPayload(plan: Plan, event: StoredEvent): string | undefined {
  const { events } = compile(plan);
  try {
    return events.show(events.decode(event)).payload;
  } catch (error) {
    throw new CommandError(`Failed to compute the payload of ${event.id}: ${(error as Error).message}.`);
  }
}

function parseTimestamp(text: string): number {
  const form = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;
  const at = form.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(at)) return at;
  throw new CommandError(`--since takes a date or time, such as 2026-11-01 or 2026-11-01T09:00:00Z. Found "${text}".`);
}
