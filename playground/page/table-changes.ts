import type { RecordTable } from '../../src/contracts/browser-service.ts';
import type { Remote } from '../workers/calls.ts';
import type { EngineFunctions } from '../workers/engine-protocol.ts';

/** The records of each resource, by its name. */
export type Tables = ReadonlyMap<string, RecordTable>;

/** Reads the records of resources. */
export async function readTables(call: Remote<EngineFunctions>, resources: readonly string[]): Promise<Tables> {
  return new Map(await Promise.all(resources.map(async (name) => [name, await call.records(name)] as const)));
}

/** Lists the changes of records between two moments in words: `Seat 7: status held → free`. */
export function listChanges(older: Tables, newer: Tables): readonly string[] {
  return [...older].flatMap(([resource, before]) => {
    const after = newer.get(resource);
    if (after === undefined) return [];
    const rows = new Map(after.rows.map((row) => [row[0], row]));
    return before.rows.flatMap((row) => {
      const now = rows.get(row[0]);
      if (now === undefined) return [`${resource} ${row[0]}: deleted`];
      const changed = before.columns.flatMap((column, at) =>
        row[at] === now[at] ? [] : [`${column} ${row[at] || 'absent'} → ${now[at] || 'absent'}`],
      );
      return changed.length === 0 ? [] : [`${resource} ${row[0]}: ${changed.join(', ')}`];
    });
  });
}
