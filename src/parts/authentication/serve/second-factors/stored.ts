import type { ServiceContext } from '../../../../contracts/operation-context.ts';
import type { PreparedQuery, Transaction } from '../../../../contracts/store.ts';
import { indexInRow } from '../../../../plan/records/row.ts';
import type { FactorResource } from '../../../../plan/records/second-factors.ts';
import { type KeptTotp, readKeptTotp, writeKeptTotp } from '../../../../text/codes/kept-totp.ts';
import { getNotGoneConditions } from '../../../endpoints/serve/lists/list.ts';

/** A second factor as it is stored. */
export interface StoredFactor {
  readonly id: unknown;
  /** The text of the column. */
  readonly text: string;
  readonly kept: KeptTotp;
}

/** Binds a query to a transaction: what it finds stays as it is until the end. Without one, it returns the query. */
export type Bind = (query: PreparedQuery) => PreparedQuery;

/** The second factors that compute codes, in the store. */
export interface StoredFactors {
  ofPerson(bind: Bind, person: unknown, now: number): Promise<readonly StoredFactor[]>;
  one(bind: Bind, id: unknown, now: number): Promise<readonly StoredFactor[]>;
  /** Stores what is known of a secret by now: for everyone else the record has not changed. Returns whether it was as it was found. */
  replace(transaction: Transaction, found: StoredFactor, kept: KeptTotp): Promise<boolean>;
}

/** Opens the second factors of a resource. */
export function openStoredFactors(
  { compiled, store }: Pick<ServiceContext, 'compiled' | 'store'>,
  { resource, holder, field }: FactorResource,
): StoredFactors {
  const { name, identity } = resource;
  const code = compiled.resources.get(name)!;
  const at = indexInRow(resource, field);
  // Without an order the store reads along the index of the reference, and a transaction locks each row that it finds.
  const byHolder = store.prepare({
    resource: name,
    conditions: [{ kind: 'equal', field: holder }, ...getNotGoneConditions({ resource: code })],
  });
  const byIdentity = store.prepare({ resource: name, conditions: [{ kind: 'equal', field: identity }] });
  const { encryptSecret = (text: string) => text, decryptSecret } = compiled;

  const read = async (query: PreparedQuery, value: unknown, now: number): Promise<readonly StoredFactor[]> => {
    const { rows } = await query.many({ conditions: [value], now });
    return rows.flatMap((row): readonly StoredFactor[] => {
      const text = row[at];
      const kept = typeof text === 'string' ? readKeptTotp(decryptSecret(text)) : undefined;
      return kept === undefined ? [] : [{ id: code.toRecord(row)[identity], text: text as string, kept }];
    });
  };

  return {
    ofPerson: (bind, person, now) => read(bind(byHolder), person, now),
    one: (bind, id, now) => read(bind(byIdentity), id, now),
    replace: async (transaction, { id, text }, kept) =>
      transaction.exchange({ resource: name, field, id }, text, encryptSecret(writeKeptTotp(kept))),
  };
}
