import type { Plan } from './plan.ts';

/** Returns the names of events that a subscription may list in one of its fields; none if the field lists no events. */
export function getListedEvents(
  { deliveries, events }: Pick<Plan, 'deliveries' | 'events'>,
  resource: string | undefined,
  field: string,
): readonly string[] {
  const lists = deliveries.some(
    ({ to, events: listed }) =>
      to?.kind === 'each' &&
      to.resource === resource &&
      typeof listed === 'object' &&
      'listedIn' in listed &&
      listed.listedIn === field,
  );
  return lists ? events.map(({ name }) => name) : [];
}
