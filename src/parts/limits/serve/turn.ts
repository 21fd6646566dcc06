import type { Caller } from '../../../contracts/caller.ts';
import type { Making } from '../../../contracts/operation-context.ts';
import type { Given } from '../../../contracts/request-context.ts';
import type { TurnAsked } from '../../../contracts/store.ts';

/** Whose turn a request's slow reads take: worked out when a store asks, as most reads are quick. */
export type TurnOf = (given: Given) => TurnAsked;

/**
 * Makes what tells whose turn it is: the tenant's (all attributes of the caller), and in it the caller's own. Where nobody is known
 * it is that of the address.
 */
export function turnOf({ limiting }: Pick<Making, 'limiting'>): TurnOf {
  const known = new WeakMap<Caller, readonly string[]>();
  const namesOf = (given: Given): readonly string[] => {
    const { caller } = given;
    if (caller === undefined) return [`address ${limiting.address(given.incoming)}`];
    const found = known.get(caller);
    if (found !== undefined) return found;
    const { id: _, scopes: __, ...attributes } = caller.values;
    const tenant = Object.keys(attributes).length === 0 ? [] : [`tenant ${limiting.digest(attributes)}`];
    const names = [...tenant, `caller ${limiting.digest(caller.id)}`];
    known.set(caller, names);
    return names;
  };
  return (given) => new TurnOfRequest(given, namesOf);
}

/** Works out what a store asks of a turn only when it asks: an object with getters of its own would cost each read a fifth. */
class TurnOfRequest implements TurnAsked {
  readonly given: Given;
  readonly namesOf: (given: Given) => readonly string[];

  constructor(given: Given, namesOf: (given: Given) => readonly string[]) {
    this.given = given;
    this.namesOf = namesOf;
  }

  get whose(): readonly string[] {
    return this.namesOf(this.given);
  }

  get signal(): AbortSignal | undefined {
    return this.given.signal;
  }
}
