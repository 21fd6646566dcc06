import type { PlayedClient } from '../../describe/examples/world.ts';
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
  /** Finds a caller that has the scopes, and as many others as possible: who refers to a record has to see it. Undefined: there is none. */
  find(wanted: WantedCaller): Promise<Caller | undefined>;
  /** Finds a caller like `find`, of another tenant: with other attributes. Undefined: there is none. */
  stranger(wanted: WantedCaller): Promise<Caller | undefined>;
  /** A client with its secret, for a scheme whose credentials it asks the service for; undefined: there is none. */
  client(wanted: WantedCaller): Promise<PlayedClient | undefined>;
  /** Finds a caller that has a scope, and no others if there is one. */
  holding(scope: string): Promise<Caller | undefined>;
  /** Finds a caller whose scopes are known and have none of these; undefined: there is none. */
  without(scopes: readonly string[]): Promise<Caller | undefined>;
}

/** Callers whose credentials the operator gives. */
export function createGivenCallers(given: readonly Caller[]): Callers {
  // A client asks for the credential of its requests with an ID and a secret.
  const isClient = ({ scheme, text }: Caller): boolean => scheme.kind.startsWith('oauth2') && text.includes(':');
  const clients = given.filter(isClient);
  const callers = given.filter((caller) => !isClient(caller));
  const home = callers.filter((caller) => isAtHome(callers[0], caller));
  const away = callers.filter((caller) => !home.includes(caller));
  const known = home
    .filter(({ scopes }) => scopes !== undefined)
    .toSorted((left, right) => right.scopes!.length - left.scopes!.length);
  const unknown = home.filter(({ scopes }) => scopes === undefined);
  const has =
    (...scopes: readonly string[]) =>
    (caller: Caller): boolean =>
      scopes.every((one) => caller.scopes?.includes(one));
  return {
    async find({ scheme, scopes }) {
      const isOf = (caller: Caller): boolean => caller.scheme.name === scheme;
      return known.filter(isOf).find(has(...scopes)) ?? unknown.find(isOf);
    },
    async client({ scheme }) {
      const found = clients.find((caller) => caller.scheme.name === scheme);
      if (found === undefined) return undefined;
      const at = found.text.indexOf(':');
      return { id: found.text.slice(0, at), secret: found.text.slice(at + 1) };
    },
    async stranger({ scheme, scopes }) {
      return away.find(
        (caller) => caller.scheme.name === scheme && (caller.scopes === undefined || has(...scopes)(caller)),
      );
    },
    async holding(scope) {
      return known.findLast(has(scope)) ?? unknown[0];
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
