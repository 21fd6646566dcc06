import type { Asker, Statement } from './connect.ts';

/** Takes the next number of a sequence, from 1; whoever else wants one waits for the end of the transaction. */
export type Next = (asker: Asker, resource: string, field: string, within: readonly unknown[]) => Promise<number>;

/** Makes what counts the sequences. */
export function createNext(statementOf: (text: string) => Statement): Next {
  const next = statementOf(
    `INSERT INTO nonet_sequence AS one (resource, field, within, last) VALUES ($1, $2, $3, 1)
     ON CONFLICT (resource, field, within) DO UPDATE SET last = one.last + 1 RETURNING last`,
  );
  return async (asker, resource, field, within) => {
    const key = JSON.stringify(within.map((value) => (typeof value === 'bigint' ? String(value) : (value ?? null))));
    const { rows } = await asker.ask(next, [resource, field, key]);
    return rows[0]![0] as number;
  };
}
