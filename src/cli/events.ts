import { type Command, Option } from 'commander';
import { compile } from '../codegen/compile.ts';
import type { EventFilter, StoredEvent } from '../contracts/events.ts';
import type { Store } from '../contracts/store.ts';
import type { Plan } from '../plan/plan.ts';
import { createNodePlatform } from '../serve/platform-node.ts';
import { findNearest } from '../text/nearest.ts';
import { present } from '../text/present.ts';
import { addFailed } from './events/failed.ts';
import { openDocument, planOrDiagnostics } from './shared/document.ts';
import { logTo } from './shared/log.ts';
import { getDefaultStore, openKeptStore } from './shared/store.ts';
import { CommandError, formatCount, type Terminal } from './shared/terminal.ts';

interface Common {
  readonly store?: string;
  readonly json?: true;
}

interface ListOptions extends Common {
  readonly kind: readonly string[];
  readonly since?: number;
  readonly record?: string;
  readonly after: number;
  readonly limit: number;
}

const collect = (value: string, before: readonly string[]): string[] => [...before, value];
const storeOption = (): Option =>
  new Option('--store <address>', 'the store (default: the .db beside the document)').env('NONET_STORE');

/** `nonet events list|show|failed|replay FILE` */
export function addEvents(program: Command, terminal: Terminal): void {
  const events = program
    .command('events')
    .description('Look at the events that a service has kept, and at the deliveries that failed.')
    .addHelpText(
      'after',
      `
Examples:
  $ nonet events list invoices.md --kind invoice.paid --since 2026-11-01
  $ nonet events show invoices.md evt_01k8z7rqa0faw8vvg14d2pf2db
  $ nonet events failed invoices.md`,
    );
  events
    .command('list')
    .description('List events by their numbers, oldest first.')
    .argument('<file>', 'the document')
    .option('--kind <name>', 'only events of this name; may be repeated', collect, [])
    .option(
      '--since <moment>',
      'only those that happened then or later: 2026-11-01, or 2026-11-01T09:00:00Z',
      parseTimestamp,
    )
    .option('--record <id>', 'only those of the record with this identity')
    .option('--after <number>', 'only those behind this number', createIntegerParser('--after', 0), 0)
    .option('--limit <count>', 'at most so many', createIntegerParser('--limit', 1), 100)
    .addOption(storeOption())
    .option('--json', 'print JSON, one event a line')
    .addHelpText('after', '\nExamples:\n  $ nonet events list invoices.md --record inv_01k8z7rqa0faw8vvg14d2pf2db')
    .action((file: string, options: ListOptions) =>
      withStore(file, options, terminal, (plan, store) => listEvents(plan, store, options, terminal)),
    );
  events
    .command('show')
    .description('Show one event with its payload.')
    .argument('<file>', 'the document')
    .argument('<id>', 'the id of the event, as `events list` prints it')
    .addOption(storeOption())
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExamples:\n  $ nonet events show invoices.md evt_01k8z7rqa0faw8vvg14d2pf2db --json')
    .action((file: string, id: string, options: Common) =>
      withStore(file, options, terminal, (plan, store) => showEvent(plan, store, id, file, options, terminal)),
    );
  const opened = (file: string, options: Common, work: (plan: Plan, store: Store) => Promise<void>) =>
    withStore(file, options, terminal, work);
  addFailed(events, { storeOption, withStore: opened }, terminal);
}

async function withStore(
  file: string,
  options: Common,
  terminal: Terminal,
  work: (plan: Plan, store: Store) => Promise<void>,
): Promise<void> {
  const plan = planOrDiagnostics(openDocument(file), terminal);
  if (plan === undefined) return;
  const platform = createNodePlatform(logTo('silent'));
  const address = options.store ?? getDefaultStore(file);
  const { store } = await openKeptStore(plan, address, { platform, terminal, absent: 'refuse' });
  try {
    await work(plan, store);
  } finally {
    await store.close();
  }
}

async function listEvents(plan: Plan, store: Store, options: ListOptions, terminal: Terminal): Promise<void> {
  const { kind, since, record, after, limit, json } = options;
  for (const name of kind) mustBeKnown(plan, name);
  const filter: EventFilter = {
    ...(kind.length === 0 ? {} : { kinds: kind }),
    ...present({ since, recordId: record }),
  };
  const found = await store.events.after(after, limit + 1, filter);
  const events = found.slice(0, limit);
  for (const event of events)
    terminal.out(json ? { json: JSON.stringify(toEventJson(event)) } : formatEventLine(event));
  if (json) return;
  const more = found.length > limit ? `; more with --after ${events.at(-1)!.sequence}` : '';
  terminal.err(`${formatCount(events.length, 'event')}${more}`);
}

function mustBeKnown(plan: Plan, name: string): void {
  const names = plan.events.map((event) => event.name);
  if (names.includes(name)) return;
  const near = findNearest(name, names);
  const has = names.length === 0 ? 'It states none.' : `It has: ${names.join(', ')}.`;
  throw new CommandError(`This document has no event "${name}". ${near === undefined ? has : `Did you mean ${near}?`}`);
}

function formatEventLine({ sequence, at, kind, resource, recordId, id }: StoredEvent): string {
  const of = resource === undefined ? '—' : `${resource} ${recordId}`;
  return `${String(sequence).padStart(8)}  ${new Date(at).toISOString()}  ${kind}  ${of}  ${id}`;
}

function toEventJson({ sequence, id, kind, at, resource, recordId, recordVersion, traceId }: StoredEvent): object {
  const of = resource === undefined ? {} : { resource, record: recordId, version: recordVersion };
  return { number: sequence, id, kind, time: new Date(at).toISOString(), ...of, trace: traceId };
}

async function showEvent(
  plan: Plan,
  store: Store,
  id: string,
  file: string,
  { json }: Common,
  terminal: Terminal,
): Promise<void> {
  const event = await store.events.one(id);
  if (event === undefined) {
    throw new CommandError(`No event that is kept has the id ${id}. \`nonet events list ${file}\` lists them.`);
  }
  const payload = renderPayload(plan, event);
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
    throw new CommandError(`The payload of ${event.id} cannot be worked out: ${(error as Error).message}.`);
  }
}

function parseTimestamp(text: string): number {
  const form = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;
  const at = form.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(at)) return at;
  throw new CommandError(`--since takes 2026-11-01 or 2026-11-01T09:00:00Z; it was given "${text}".`);
}

function createIntegerParser(name: string, least: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least) return value;
    throw new CommandError(`${name} takes a whole number from ${least} on; it was given "${text}".`);
  };
}
