import { bodySize } from './body-size.ts';
import { concurrency } from './concurrency.ts';
import type { LimitKind } from './contract.ts';
import { pageSize } from './page-size.ts';
import { quota } from './quota.ts';
import { rate } from './rate.ts';
import { timeout } from './timeout.ts';

export type { LimitKind, PerKind, WrongValue } from './contract.ts';
export { isWrong } from './pieces.ts';

/** The kinds of limits, in the order of the language reference. */
export const limitKinds: readonly LimitKind[] = [rate, bodySize, pageSize, timeout, quota, concurrency];

/** The names of the kinds. */
export const limitKindNames: readonly string[] = limitKinds.map((kind) => kind.name);

const byName = new Map(limitKinds.map((kind) => [kind.name, kind]));

/** True for a kind of which creations use up something that records are counted for. */
export function countsRecords(kind: { readonly value: string } | undefined): boolean {
  return kind !== undefined && byName.get(kind.value)?.counts === 'records';
}

/** The kind of a name. */
export function limitKind(name: string): LimitKind | undefined {
  return byName.get(name);
}
