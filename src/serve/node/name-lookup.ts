import { type LookupAddress, Resolver, lookup as systemLookup } from 'node:dns';

/** Finds all addresses of a name, as `dns.lookup` does. */
export type Lookup = (name: string, found: (error: Error | null, addresses: readonly LookupAddress[]) => void) => void;

/** Finds the addresses that the system knows: files such as `/etc/hosts` count. Two lookups run at the same time, the others wait. */
export const lookUpInSystem: Lookup = (name, found) =>
  systemLookup(name, { all: true }, (error, all) => found(error, all ?? []));

/** For a response of a DNS server, in milliseconds, and how often each server is queried. A second query waits twice as long. */
const patience = { timeout: 2_000, tries: 2 };
/** The addresses of the DNS servers are read again after this many milliseconds. */
const rereadAfter = 60_000;

/**
 * Creates a lookup that queries DNS servers: those of the system, or the given ones. A server that does not respond delays no lookup of
 * another name. Lookups of one name at the same time share the queries.
 */
export function createDnsLookup(servers?: readonly string[]): Lookup {
  const waiting = new Map<string, Parameters<Lookup>[1][]>();
  let resolver: Resolver | undefined;
  let readAt = 0;
  const getResolver = (): Resolver => {
    const now = performance.now();
    if (resolver !== undefined && now - readAt < rereadAfter) return resolver;
    resolver = new Resolver(patience);
    if (servers !== undefined) resolver.setServers(servers);
    readAt = now;
    return resolver;
  };
  return (name, found) => {
    const known = waiting.get(name);
    if (known !== undefined) {
      known.push(found);
      return;
    }
    const all = [found];
    waiting.set(name, all);
    query(getResolver(), name, (error, addresses) => {
      waiting.delete(name);
      for (const each of all) each(error, addresses);
    });
  };
}

/** Queries the addresses of both families. One family suffices. */
function query(resolver: Resolver, name: string, found: Parameters<Lookup>[1]): void {
  const families = new Map<number, readonly string[]>();
  const collect =
    (family: number) =>
    (_: Error | null, addresses: readonly string[] | undefined): void => {
      families.set(family, addresses ?? []);
      if (families.size < 2) return;
      const all = [4, 6].flatMap((of) => families.get(of)!.map((address) => ({ address, family: of })));
      found(all.length === 0 ? Object.assign(new Error(name), { code: 'ENOTFOUND' }) : null, all);
    };
  resolver.resolve4(name, collect(4));
  resolver.resolve6(name, collect(6));
}
