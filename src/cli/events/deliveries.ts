import type { Command } from 'commander';
import type { DeliveryFilter, DeliveryState, StoredDelivery } from '../../contracts/deliveries.ts';
import type { Store } from '../../contracts/store.ts';
import { CommandError } from '../../operator/command-error.ts';
import { createReplayFilter } from '../../operator/events.ts';
import type { Plan } from '../../plan/plan.ts';
import { findNearest } from '../../text/nearest.ts';
import { present } from '../../text/present.ts';
import { withEventStore } from '../shared/event-store.ts';
import { createIntegerParser, createStoreOption, type StoreOptions } from '../shared/options.ts';
import { formatCount, type Terminal } from '../shared/terminal.ts';

interface Choice extends StoreOptions {
  readonly event?: string;
  readonly subscriber?: string;
}

interface ListOptions extends Choice {
  readonly failed?: true;
  readonly after: number;
  readonly limit: number;
}

interface ReplayOptions extends Choice {
  readonly delivery: readonly number[];
  readonly all?: true;
}

/** `nonet deliveries list|replay FILE` */
export function addDeliveries(deliveries: Command, terminal: Terminal): void {
  deliveries.addHelpText(
    'after',
    `
Examples:
  $ nonet deliveries list invoices.md --failed
  $ nonet deliveries replay invoices.md --all`,
  );
  deliveries
    .command('list')
    .description('List the stored deliveries, oldest first.')
    .argument('<file>', 'the document')
    .option('--failed', 'only failed deliveries')
    .option('--event <id>', 'only deliveries of this event')
    .option('--subscriber <name>', 'only deliveries to this subscription (its ID) or email address, or of this row')
    .option('--after <delivery>', 'only deliveries after this number', createIntegerParser('--after', 0), 0)
    .option('--limit <count>', 'at most this many', createIntegerParser('--limit', 1), 100)
    .addOption(createStoreOption())
    .option('--json', 'print JSON, one delivery a line, with all attempts')
    .addHelpText(
      'after',
      `
States: waiting, in flight, blocked (an earlier event of the record is not delivered yet), delivered, failed.

Examples:
  $ nonet deliveries list invoices.md --failed
  $ nonet deliveries list invoices.md --subscriber whe_01k8z7rqa0faw8vvg14d2pf2db --json`,
    )
    .action((file: string, options: ListOptions) =>
      withEventStore(file, options, terminal, async (plan, store) => {
        await warnOfUnknownSubscriber(plan, store, options.subscriber, terminal);
        await listDeliveries(store, options, terminal);
      }),
    );
  deliveries
    .command('replay')
    .description('Send failed deliveries again, with the same event IDs and a new series of attempts.')
    .argument('<file>', 'the document')
    .option('--delivery <number>', 'this delivery; may be repeated', collect, [])
    .option('--event <id>', 'the deliveries of this event, including delivered ones')
    .option(
      '--subscriber <name>',
      'the failed deliveries to this subscription (its ID) or email address, or of this row',
    )
    .option('--all', 'all failed deliveries')
    .addOption(createStoreOption())
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
A running service sends them within a second, not in the order of their record.

Examples:
  $ nonet deliveries replay invoices.md --delivery 17
  $ nonet deliveries replay invoices.md --all`,
    )
    .action((file: string, options: ReplayOptions) =>
      withEventStore(file, options, terminal, async (plan, store) => {
        await warnOfUnknownSubscriber(plan, store, options.subscriber, terminal);
        await replayDeliveries(store, options, file, terminal);
      }),
    );
}

const collect = (value: string, before: readonly number[]): number[] => [
  ...before,
  createIntegerParser('--delivery', 1)(value),
];

function toDeliveryFilter({ event, subscriber }: Choice): Partial<DeliveryFilter> {
  return present({ event, subscriber });
}

/** Every state of a delivery. */
export const allStates: readonly DeliveryState[] = ['blocked', 'waiting', 'in flight', 'delivered', 'failed'];

/** Warns if no stored delivery goes to a subscriber. */
async function warnOfUnknownSubscriber(
  plan: Plan,
  store: Store,
  name: string | undefined,
  terminal: Terminal,
): Promise<void> {
  if (name === undefined || (await store.deliveries.list({ states: allStates, subscriber: name }, 1)).length > 0)
    return;
  const known = new Set(
    (await store.deliveries.list({ states: allStates }, mostCompared)).flatMap(({ route, subscription }) => [
      route,
      subscription ?? route,
    ]),
  );
  const near = findNearest(name, [...known]);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  terminal.err(`warning: ${plan.name} has no stored deliveries to the subscriber ${name}.${hint}`);
}

const mostCompared = 1_000;

async function listDeliveries(store: Store, options: ListOptions, terminal: Terminal): Promise<void> {
  const { after, limit, json, failed = false } = options;
  const filter: DeliveryFilter = { states: failed ? ['failed'] : allStates, ...toDeliveryFilter(options), after };
  const found = await store.deliveries.list(filter, limit + 1);
  const shown = found.slice(0, limit);
  for (const delivery of shown)
    terminal.out(json ? { json: JSON.stringify(toDeliveryJson(delivery)) } : formatDeliveryLine(delivery));
  if (json) return;
  const more = found.length > limit ? `. To list more, add --after ${shown.at(-1)!.id}` : '';
  terminal.err(`${formatDeliveryCount(shown.length)}${failed ? ' failed' : ''}${more}`);
}

function formatDeliveryCount(count: number): string {
  return `${count} ${count === 1 ? 'delivery' : 'deliveries'}`;
}

function formatDeliveryLine(one: StoredDelivery): string {
  const { id, state, type, event, subscriber, subscription = '', tries, attempts } = one;
  // The subscriber of a webhook ends in its subscription; that of an email is its row.
  const to = subscriber.endsWith(subscription) ? subscriber : `${subscriber} ${subscription}`;
  const last = attempts.at(-1);
  const when = last === undefined ? '—' : new Date(last.at).toISOString();
  return `${String(id).padStart(8)}  ${when}  ${state}  ${type}  ${event}  ${to}  ${tries === 0 ? '' : `${formatCount(tries, 'attempt')}: `}${describeResult(one)}`;
}

function describeResult({ problem, state, tries, attempts }: StoredDelivery): string {
  if (problem !== undefined) return problem;
  const last = tries === 0 && state !== 'failed' ? undefined : attempts.at(-1);
  if (last === undefined) return 'not attempted';
  return last.problem ?? (last.status === undefined ? 'acknowledged' : `HTTP ${last.status}`);
}

function toDeliveryJson(one: StoredDelivery): object {
  const { id, state, event, type, number, route, subscription, tries, attempts } = one;
  return {
    ...{ delivery: id, state, event, type, number, route, ...present({ subscription }) },
    ...{ tries, result: describeResult(one) },
    attempts: attempts.map(({ at, ...rest }) => ({ time: new Date(at).toISOString(), ...rest })),
  };
}

async function replayDeliveries(store: Store, options: ReplayOptions, file: string, terminal: Terminal): Promise<void> {
  const { delivery, event, subscriber, all, json } = options;
  if (delivery.length === 0 && event === undefined && subscriber === undefined && all !== true) {
    throw new CommandError(
      `Choose deliveries with --delivery <number>, --event <id>, --subscriber <name> or --all. To list them, run \`nonet deliveries list ${file} --failed\`.`,
    );
  }
  const count = await store.deliveries.replay(
    createReplayFilter({ ...toDeliveryFilter(options), ids: delivery }),
    Date.now(),
  );
  if (json) terminal.out({ json: JSON.stringify({ replayed: count }) });
  else terminal.out(`${formatDeliveryCount(count)} scheduled to be sent again`);
  if (count === 0) terminal.end(1);
}
