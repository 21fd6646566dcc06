import { toSequenceKey } from '../../codegen/records/sequences.ts';
import { then } from '../../contracts/maybe-promise.ts';
import type { MaybePromise } from '../../contracts/record.ts';
import type { ServiceDialect } from './dialect.ts';
import type { Session } from './session.ts';

const next = `INSERT INTO nonet_sequence (resource, field, within, last) VALUES ($1, $2, $3, 1)
  ON CONFLICT (resource, field, within) DO UPDATE SET last = nonet_sequence.last + 1 RETURNING last`;

/** Takes the next number of a sequence, as `Transaction.next` says; others wait for the end of the transaction. */
export function takeNextNumber(
  session: Session,
  resource: string,
  field: string,
  within: readonly unknown[],
): MaybePromise<number> {
  return then(session.change(next, [resource, field, toSequenceKey(within)]), (row) => row![0] as number);
}

/** Notes the last number of a sequence, unless a larger one is noted: its resource, its field, within what it counts, and the number. */
export function keepNumber(
  session: Session,
  { greatest }: ServiceDialect,
  numbered: readonly [resource: string, field: string, within: string, last: number],
): MaybePromise<void> {
  const text = `INSERT INTO nonet_sequence AS s (resource, field, within, last) VALUES ($1, $2, $3, $4)
    ON CONFLICT (resource, field, within) DO UPDATE SET last = ${greatest}(s.last, excluded.last)`;
  return then(session.run(text, numbered), () => undefined);
}
