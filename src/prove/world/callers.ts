import type { SchemePlan } from '../../plan/plan.ts';

/** A caller with a credential, as the operator names it. */
export interface Caller {
  readonly name: string;
  readonly scheme: SchemePlan;
  readonly text: string;
  /** Left out: not known, so nothing follows from a rejection of it as forbidden. */
  readonly scopes?: readonly string[];
  /** Left out: not known. */
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/** An identity that a request needs. */
export interface WantedCaller {
  readonly scheme: string;
  readonly subject: string;
  readonly scopes: readonly string[];
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Finds or makes callers. */
export interface Callers {
  /** Finds a caller that has the scopes; undefined: there is none. */
  find(wanted: WantedCaller): Promise<Caller | undefined>;
  /** Finds a caller whose scopes are known and have none of these; undefined: there is none. */
  without(scopes: readonly string[]): Promise<Caller | undefined>;
}

/** Callers whose credentials the operator gives. */
export function createGivenCallers(callers: readonly Caller[]): Callers {
  const home = callers.filter((caller) => isAtHome(callers[0], caller));
  return {
    async find({ scheme, scopes }) {
      const own = home.filter((caller) => caller.scheme.name === scheme);
      return (
        own.find((caller) => caller.scopes !== undefined && scopes.every((one) => caller.scopes!.includes(one))) ??
        own.find((caller) => caller.scopes === undefined)
      );
    },
    async without(scopes) {
      return home.find((caller) => caller.scopes !== undefined && !scopes.some((one) => caller.scopes!.includes(one)));
    },
  };
}

/** Whether a caller has the attributes of another: callers of another tenant see other records. */
function isAtHome(first: Caller | undefined, caller: Caller): boolean {
  return JSON.stringify(first?.attributes ?? {}) === JSON.stringify(caller.attributes ?? {});
}
