import { goneStates } from '../plan/gone.ts';
import type { StorageClass } from '../plan/schema.ts';
import type { StoreLayout, TableLayout } from './layout.ts';

/** How a store writes names, texts and the type of an identity that is kept as text. */
export interface ReferenceWords {
  quote(name: string): string;
  typed(text: string, storage: StorageClass): string;
}

/** Writes the condition that the record which a row of `nonet_reference` stands in is not gone. */
export function holderAlive(layout: StoreLayout, { insideOf }: TableLayout, { quote, typed }: ReferenceWords): string {
  const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;
  const cases = [...new Set(insideOf.map(({ resource }) => resource))].flatMap((name) => {
    const { resource, table, identity, byField } = layout.get(name)!;
    const gone = goneStates(resource).map(
      ({ field, states }) => `h.${quote(byField.get(field)!.name)} IN (${states.map(text).join(', ')})`,
    );
    if (gone.length === 0) return [];
    const same = `h.${quote(identity.name)} = ${typed('nonet_reference.id', identity.storage)}`;
    return [
      `WHEN ${text(name)} THEN NOT EXISTS (SELECT 1 FROM ${quote(table)} h WHERE ${same} AND (${gone.join(' OR ')}))`,
    ];
  });
  return cases.length === 0 ? 'TRUE' : `CASE nonet_reference.resource ${cases.join(' ')} ELSE TRUE END`;
}
