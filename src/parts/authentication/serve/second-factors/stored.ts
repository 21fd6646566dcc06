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

/** The most factors that are read at once. */
const piece = 100;

/** Opens the second factors of a resource. */
export function openStoredFactors(
  { compiled, store }: Pick<ServiceContext, 'compiled' | 'store'>,
  { resource, holder, field }: FactorResource,
): StoredFactors {
  const { name, identity } = resource;
  const code = compiled.resources.get(name)!;
  const at = indexInRow(resource, field);
  const order = [{ field: identity, descending: false }];
  const ofHolder = [{ kind: 'equal', field: holder } as const, ...getNotGoneConditions({ resource: code })];
  const first = store.prepare({ resource: name, conditions: ofHolder, order });
  const further = store.prepare({ resource: name, conditions: ofHolder, order, after: true });
  const byIdentity = store.prepare({ resource: name, conditions: [{ kind: 'equal', field: identity }] });
  const { encryptSecret = (text: string) => text, decryptSecret } = compiled;

  const read = async (query: PreparedQuery, values: Omit<Parameters<PreparedQuery['many']>[0], 'limit'>) => {
    const { rows } = await query.many({ ...values, limit: piece });
    const factors = rows.flatMap((row): readonly StoredFactor[] => {
      const text = row[at];
      const kept = typeof text === 'string' ? readKeptTotp(decryptSecret(text)) : undefined;
      return kept === undefined ? [] : [{ id: code.toRecord(row)[identity], text: text as string, kept }];
    });
    return { factors, last: rows.length < piece ? undefined : code.toRecord(rows.at(-1)!)[identity] };
  };

  return {
    async ofPerson(bind, person, now) {
      const all: StoredFactor[] = [];
      const values = { conditions: [person], now };
      for (let next: unknown; ; ) {
        const { factors, last } = await (next === undefined
          ? read(bind(first), values)
          : read(bind(further), { ...values, after: [next] }));
        all.push(...factors);
        if (last === undefined) return all;
        next = last;
      }
    },
    one: async (bind, id, now) => (await read(bind(byIdentity), { conditions: [id], now })).factors,
    replace: async (transaction, { id, text }, kept) =>
      transaction.exchange({ resource: name, field, id }, text, encryptSecret(writeKeptTotp(kept))),
  };
}
