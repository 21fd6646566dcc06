import type { Plan } from '../plan.ts';

/** Reads names of events that were written under any listed version. */
export interface EventNameReader {
  /** The present name of an event that was stored under a name, by a document whose top row was `version`; else the name itself. */
  present(name: string, version: string | undefined): string;
  /** The names under which an event may be stored, by its present one. */
  stored(name: string): readonly string[];
  /** The present names of the events that a name means in a subscription of a version. */
  meant(name: string, version: string | undefined): ReadonlySet<string>;
}

/** Creates a reader of the names of events. A name that is neither known to the version nor a present one is that of any listed version. */
export function createEventNameReader({
  events,
  versioning: { eventNames = [] },
}: {
  readonly events: readonly Pick<Plan['events'][number], 'name'>[];
  readonly versioning: Pick<Plan['versioning'], 'eventNames'>;
}): EventNameReader {
  const present = new Set(events.map(({ name }) => name));
  const byVersion = new Map(eventNames.map(({ version, names }) => [version, new Map(Object.entries(names))]));
  const inAnyVersion = (name: string): string | undefined =>
    [...byVersion.values()].map((names) => names.get(name)).find((found) => found !== undefined);
  const inVersion = (name: string, version: string | undefined): string | undefined =>
    version === undefined ? undefined : byVersion.get(version)?.get(name);
  const inTop = (name: string): string | undefined => (present.has(name) ? name : undefined);
  return {
    present: (name, version) => inVersion(name, version) ?? inTop(name) ?? inAnyVersion(name) ?? name,
    stored(name) {
      const olders = [...byVersion.values()].flatMap((names) =>
        [...names].flatMap(([older, newer]) => (newer === name ? [older] : [])),
      );
      return [...new Set([name, ...olders])];
    },
    meant(name, version) {
      const found = [inVersion(name, version), inTop(name)].filter((kind) => kind !== undefined);
      if (found.length > 0) return new Set(found);
      const other = inAnyVersion(name);
      return new Set(other === undefined ? [] : [other]);
    },
  };
}
