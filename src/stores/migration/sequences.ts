import { getPreviousOwner } from '../../codegen/records/renames.ts';
import type { Comparing } from './step.ts';
import type { MigrationStore } from './store.ts';

/** The last numbers go by the names of their resource and field. */
export async function renameSequences(store: MigrationStore, { renames, old, now }: Comparing): Promise<void> {
  const text = (value: string): string => store.quoteText(value);
  for (const { kind, of, from, to } of renames.all) {
    if (kind === 'owner')
      await store.run(`UPDATE nonet_sequence SET resource = ${text(to)} WHERE resource = ${text(from)}`);
    if (kind !== 'field') continue;
    const where = `resource = ${text(of)} AND field = ${text(from)}`;
    await store.run(`UPDATE nonet_sequence SET field = ${text(to)} WHERE ${where}`);
  }
  for (const { name } of old.resources) {
    const stays = now.resources.some((resource) => getPreviousOwner(renames, resource.name) === name);
    if (!stays) await store.run(`DELETE FROM nonet_sequence WHERE resource = ${text(name)}`);
  }
}
