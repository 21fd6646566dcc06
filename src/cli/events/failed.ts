import type { Command, Option } from 'commander';
import type { DeliveryFilter, DeliveryState, StoredDelivery } from '../../contracts/deliveries.ts';
import type { Store } from '../../contracts/store.ts';
import type { Plan } from '../../plan/plan.ts';
import { findNearest } from '../../text/nearest.ts';
import { present } from '../../text/present.ts';
import { CommandError, formatCount, type Terminal } from '../shared/terminal.ts';

interface Choice {
  readonly store?: string;
  readonly json?: true;
  readonly event?: string;
  readonly subscriber?: string;
}

interface FailedOptions extends Choice {
  readonly after: number;
  readonly limit: number;
}

interface ReplayOptions extends Choice {
  readonly delivery: readonly number[];
  readonly all?: true;
}

/** What the commands on deliveries are made with. */
export interface EventCommands {
  readonly storeOption: () => Option;
  readonly withStore: (
    file: string,
    options: { readonly store?: string; readonly json?: true },
    work: (plan: Plan, store: Store) => Promise<void>,
  ) => Promise<void>;
}

/** `nonet events failed|replay FILE` */
export function addFailed(events: Command, { storeOption, withStore }: EventCommands, terminal: Terminal): void {
  events
    .command('failed')
    .description('List the deliveries that were given up, oldest first.')
    .argument('<file>', 'the document')
    .option('--event <id>', 'only those of this event')
    .option('--subscriber <name>', 'only those to this subscription (its id), or of this delivery')
    .option('--after <delivery>', 'only those behind this delivery', createIntegerParser('--after', 0), 0)
    .option('--limit <count>', 'at most so many', createIntegerParser('--limit', 1), 100)
    .addOption(storeOption())
    .option('--json', 'print JSON, one delivery a line, with all attempts')
    .addHelpText(
      'after',
      '\nExamples:\n  $ nonet events failed invoices.md --subscriber whe_01k8z7rqa0faw8vvg14d2pf2db',
    )
    .action((file: string, options: FailedOptions) =>
      withStore(file, options, async (plan, store) => {
        await tellUnknown(plan, store, options.subscriber, terminal);
        await listFailed(store, options, terminal);
      }),
    );
  events
    .command('replay')
    .description('Send failed deliveries once more, with the same ids and by the stated schedule.')
    .argument('<file>', 'the document')
    .option('--delivery <number>', 'this delivery; may be repeated', collect, [])
    .option('--event <id>', 'those of this event, also those that arrived')
    .option('--subscriber <name>', 'those that failed to this subscription (its id), or of this delivery')
    .option('--all', 'all that failed')
    .addOption(storeOption())
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
A running service sends them within a second; out of order, beside whatever else is due.

Examples:
  $ nonet events replay invoices.md --delivery 17
  $ nonet events replay invoices.md --all`,
    )
    .action((file: string, options: ReplayOptions) =>
      withStore(file, options, async (plan, store) => {
        await tellUnknown(plan, store, options.subscriber, terminal);
        await replayDeliveries(store, options, file, terminal);
      }),
    );
}

const collect = (value: string, before: readonly number[]): number[] => [
  ...before,
  createIntegerParser('--delivery', 1)(value),
];

function createIntegerParser(name: string, least: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least) return value;
    throw new CommandError(`${name} takes a whole number from ${least} on; it was given "${text}".`);
  };
}

function toDeliveryFilter({ event, subscriber }: Choice): Partial<DeliveryFilter> {
  return present({ event, subscriber });
}

const anyState: readonly DeliveryState[] = ['held', 'waiting', 'under way', 'delivered', 'failed'];

/** Warns of a subscriber that no stored delivery has; it may have had none yet. */
async function tellUnknown(plan: Plan, store: Store, name: string | undefined, terminal: Terminal): Promise<void> {
  if (name === undefined || (await store.deliveries.list({ states: anyState, subscriber: name }, 1)).length > 0) return;
  const known = new Set(
    (await store.deliveries.list({ states: anyState }, mostCompared)).flatMap(({ way, subscription }) => [
      way,
      subscription ?? way,
    ]),
  );
  const near = findNearest(name, [...known]);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  terminal.err(`warning: no delivery of ${plan.name} is stored for a subscriber ${name}.${hint}`);
}

const mostCompared = 1_000;

async function listFailed(store: Store, options: FailedOptions, terminal: Terminal): Promise<void> {
  const { after, limit, json } = options;
  const filter: DeliveryFilter = { states: ['failed'], ...toDeliveryFilter(options), after };
  const found = await store.deliveries.list(filter, limit + 1);
  const shown = found.slice(0, limit);
  for (const delivery of shown)
    terminal.out(json ? { json: JSON.stringify(toDeliveryJson(delivery)) } : formatDeliveryLine(delivery));
  if (json) return;
  const more = found.length > limit ? `; more with --after ${shown.at(-1)!.id}` : '';
  terminal.err(`${formatDeliveryCount(shown.length)} failed${more}`);
}

function formatDeliveryCount(count: number): string {
  return `${count} ${count === 1 ? 'delivery' : 'deliveries'}`;
}

function formatDeliveryLine(one: StoredDelivery): string {
  const { id, kind, event, subscriber, tries, attempts } = one;
  const last = attempts.at(-1);
  const when = last === undefined ? '—' : new Date(last.at).toISOString();
  return `${String(id).padStart(8)}  ${when}  ${kind}  ${event}  ${subscriber}  ${formatCount(tries, 'attempt')}: ${describeFailure(one)}`;
}

function describeFailure({ problem, attempts }: StoredDelivery): string {
  const last = attempts.at(-1);
  if (problem !== undefined) return problem;
  return last?.problem ?? (last?.status === undefined ? 'not tried' : `HTTP ${last.status}`);
}

function toDeliveryJson(one: StoredDelivery): object {
  const { id, event, kind, number, way, subscription, tries, attempts } = one;
  return {
    ...{ delivery: id, event, kind, number, way, ...present({ subscription }) },
    ...{ tries, why: describeFailure(one) },
    attempts: attempts.map(({ at, ...rest }) => ({ time: new Date(at).toISOString(), ...rest })),
  };
}

/** Which deliveries are sent once more: those that failed, and of one event or by their numbers also those that arrived. */
export function createReplayFilter({ ids = [], ...of }: Omit<DeliveryFilter, 'states'>): DeliveryFilter {
  const chosen = ids.length > 0 || of.event !== undefined;
  return { states: chosen ? ['failed', 'delivered'] : ['failed'], ...of, ...(ids.length === 0 ? {} : { ids }) };
}

async function replayDeliveries(store: Store, options: ReplayOptions, file: string, terminal: Terminal): Promise<void> {
  const { delivery, event, subscriber, all, json } = options;
  if (delivery.length === 0 && event === undefined && subscriber === undefined && all !== true) {
    throw new CommandError(
      `Say which: --delivery <number>, --event <id>, --subscriber <name> or --all. \`nonet events failed ${file}\` lists them.`,
    );
  }
  const count = await store.deliveries.replay(
    createReplayFilter({ ...toDeliveryFilter(options), ids: delivery }),
    Date.now(),
  );
  if (json) terminal.out({ json: JSON.stringify({ replayed: count }) });
  else terminal.out(`${formatDeliveryCount(count)} to be sent once more`);
  if (count === 0) terminal.end(1);
}
