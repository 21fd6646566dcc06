import { listGoneStates } from '../plan/records/gone.ts';
import { type RecordDialect, quoteText as text } from './dialect.ts';
import type { StoreLayout, TableLayout } from './layout.ts';

/** Builds the condition that the record which holds a row of `nonet_reference` is not soft-deleted. */
export function buildHolderCondition(layout: StoreLayout, { insideOf }: TableLayout, dialect: RecordDialect): string {
  const { typed } = dialect;
  const { quote } = dialect.queries;
  const cases = [...new Set(insideOf.map(({ resource }) => resource))].flatMap((name) => {
    const { resource, table, identity, byField } = layout.get(name)!;
    const gone = listGoneStates(resource).map(
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
