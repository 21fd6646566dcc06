import type { VersioningPlan } from '../../plan/plan.ts';
import type { Service } from '../service.ts';
import { unquoteName } from './downgrade/fields.ts';
import type { ChangeModel } from './model.ts';

/** The present names of events, by their names in a version. */
type EventNames = ReadonlyMap<string, string>;

/** The names of events in the versions below the top row, if one was renamed: stored events and subscriptions have them. */
export function planEventNames({ events, versioning }: Service): Pick<VersioningPlan, 'eventNames'> {
  const rows = Map.groupBy(versioning.changes, ({ version }) => version.value);
  let names: EventNames = new Map(events.events.map(({ name }) => [name.value, name.value]));
  const all = versioning.versions.map(({ name }) => {
    const stated = { version: name.value, names: Object.fromEntries(names) };
    names = undoNames(names, rows.get(name.value) ?? []);
    return stated;
  });
  const renamed = all.some((version) => Object.entries(version.names).some(([older, newer]) => older !== newer));
  return renamed ? { eventNames: all.slice(1) } : {};
}

/** Returns the names in the version below: those of one version change at once. */
function undoNames(names: EventNames, rows: readonly ChangeModel[]): EventNames {
  const changed = new Map<string, string | undefined>();
  for (const { change, where, before } of rows) {
    if (where?.kind !== 'event' && where?.kind !== 'name') continue;
    const name = where.name.value;
    if (!names.has(name)) continue;
    if (change.value === 'added' && where.kind === 'event') changed.set(name, undefined);
    if (change.value === 'renamed' && before[0] !== undefined) changed.set(name, unquoteName(before[0].text));
  }
  return new Map(
    [...names].flatMap(([name, present]): [string, string][] => {
      const older = changed.has(name) ? changed.get(name) : name;
      return older === undefined ? [] : [[older, present]];
    }),
  );
}
