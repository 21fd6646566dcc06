import type { Caller } from '../../../contracts/caller.ts';
import type { Condition, PreparedQuery, Query, Store } from '../../../contracts/store.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { Knowing } from '../../../plan/records/readers.ts';
import type { Bits } from '../../../plan/sets/bitset.ts';
import { memo } from '../../../text/memo.ts';
import { combineAlternatives, getGrantRules, type Rules, selectGrants } from './grants.ts';

/** Which records of a resource a caller knows. Where the keys are the same, so are the rules. */
interface Known {
  readonly key: string;
  readonly rules: Rules;
}

/** Gives what a caller knows; a request without a credential has none. */
export type KnownTo = (caller: Caller | undefined) => Known;

/**
 * Creates the function that decides which records of a resource a caller can see: by the row rules of the first group of operations with a
 * scope row that applies to the caller. Without one, the caller sees no record.
 */
export function createKnownBy(groups: Knowing): KnownTo {
  return memoizeByCaller((caller) => {
    for (const [at, group] of groups.entries()) {
      const bits = group.map(({ access }) => selectGrants(access, caller));
      if (!group.some(({ access }, i) => access.open || bits[i] !== 0)) continue;
      return { key: `${at} ${bits.join(' ')}`, rules: combineGroupRules(group, bits) };
    }
    return { key: '', rules: [] };
  });
}

function combineGroupRules(group: readonly OperationPlan[], bits: readonly Bits[]): Rules {
  return combineAlternatives(group.map(({ access }, i) => getGrantRules(access, bits[i]!)));
}

/** Decides by the row rules of an operation itself, or otherwise. */
export function createKnownByItself({ access }: OperationPlan, otherwise: KnownTo): KnownTo {
  return memoizeByCaller((caller) => {
    const bits = selectGrants(access, caller);
    const { key, rules } = otherwise(caller);
    return { key: `${bits} or ${key}`, rules: combineAlternatives([getGrantRules(access, bits), rules]) };
  });
}

/** A caller is the same object as long as nothing about it changes. */
function memoizeByCaller(find: KnownTo): KnownTo {
  const findOnce = memo((caller: Caller) => find(caller));
  return (caller) => (caller === undefined ? find(caller) : findOnce(caller));
}

/** The maximum number of cached queries of one resource. */
const most = 256;

/** Creates the queries for the records under some conditions that a caller can see; undefined: none. */
export function createQueriesTo(
  store: Store,
  resource: string,
  conditions: readonly Condition[],
  knownTo: KnownTo,
  more: Pick<Query, 'fields' | 'order'> = {},
): (caller: Caller | undefined) => PreparedQuery | undefined {
  const questions = new Map<string, PreparedQuery>();
  return (caller) => {
    const { key, rules } = knownTo(caller);
    const ready = questions.get(key);
    if (ready !== undefined || rules.length === 0) return ready;
    const ruled: Condition[] = rules === 'every record' ? [] : [{ kind: 'any', of: rules }];
    const made = store.prepare({ resource, conditions: [...conditions, ...ruled], ...more });
    if (questions.size > most) questions.clear();
    questions.set(key, made);
    return made;
  };
}
