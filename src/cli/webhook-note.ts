import { isNotShown } from '../parts/not-shown.ts';
import type { Service } from '../parts/service.ts';

/** What the order of webhooks costs, where a document states webhooks that are tried again; undefined for others. */
export function webhookNote({ events }: Pick<Service, 'events'>): string | undefined {
  const waits = events.deliveries.flatMap(({ kind, to, retries }) =>
    kind.value === 'webhook' && to !== undefined && !isNotShown(to) && retries !== undefined ? [retries.value] : [],
  );
  if (waits.length === 0) return undefined;
  const longest = Math.max(...waits.map(({ milliseconds }) => milliseconds));
  return (
    'webhooks keep the order of each record, which costs delay: to one subscriber, an event that fails holds back the later ' +
    `ones of its record for up to ${shownTime(longest)}`
  );
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** A time in the largest unit that it fills without rest, days only from two on: 28 hours, 3 days. */
export function shownTime(milliseconds: number): string {
  const [name, size] = units.find(
    ([unit, each]) => milliseconds % each === 0 && (unit !== 'day' || milliseconds >= 2 * each),
  ) ?? ['second', 1_000];
  const count = milliseconds / size;
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
