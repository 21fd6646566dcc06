import type { Caller } from '../../../contracts/caller.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { AccessPlan } from '../../../plan/operation.ts';
import { type Bits, createBits, hasBit, intersectBits, withBit } from '../../../plan/sets/bitset.ts';
import { memo } from '../../../text/memo.ts';

/** Whether some grant states a row rule, shown or not; computed once for operations that share their access. */
export const statesRowRules = memo((access: AccessPlan): boolean => {
  return access.grants.some(({ where }) => where !== undefined);
});

/** Which grants of an operation apply to a caller, as bits. */
export function selectGrants(access: AccessPlan, caller: Caller | undefined): Bits {
  let bits: Bits = 0;
  const { grants } = access;
  for (let i = 0; i < grants.length; i++) {
    const grant = grants[i]!;
    if (grant.where === 'disabled') continue;
    if (grant.kind === 'public' || (caller !== undefined && satisfiesGrant(caller, grant))) bits = withBit(bits, i);
  }
  return bits;
}

function satisfiesGrant(caller: Caller, grant: AccessPlan['grants'][number]): boolean {
  return grant.kind === 'authenticated' || caller.scopes.includes(grant.scope);
}

/** The bits of the grants that hold for every record. */
export function freeGrants(access: AccessPlan): Bits {
  return createBits(access.grants.length, (i) => access.grants[i]!.where === undefined);
}

/** The row rules under which grants show records, one of which must hold: every record where one of them has no Where. */
export type Rules = 'every record' | readonly Expression[];

/** The row rules of the grants that apply, by their bits. */
export function getGrantRules(access: AccessPlan, bits: Bits): Rules {
  if (access.open || intersectBits(bits, freeGrants(access)) !== 0) return 'every record';
  return access.grants.flatMap(({ where }, i) =>
    hasBit(bits, i) && where !== undefined && where !== 'disabled' ? [where] : [],
  );
}

/** Row rules of which any may hold, each once. */
export function combineAlternatives(all: readonly Rules[]): Rules {
  const rules = all.flatMap((candidate) => (candidate === 'every record' ? [] : candidate));
  if (all.includes('every record')) return 'every record';
  return [...new Map(rules.map((expression) => [JSON.stringify(expression), expression])).values()];
}
