import type { Incoming } from '../../contracts/request-context.ts';

/** Returns the same request under another path. */
export function withPath(incoming: Incoming, path: string): Incoming {
  const made = Object.create(incoming, {
    path: { value: path },
    peer: { get: () => incoming.peer },
  }) as Incoming;
  return Object.assign(made, {
    header: (name: string) => incoming.header(name),
    headerCount: (name: string) => incoming.headerCount(name),
    headerStartsWith: (beginning: string) => incoming.headerStartsWith(beginning),
    body: (limit: number) => incoming.body(limit),
  });
}
