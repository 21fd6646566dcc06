import type { Losses } from '../ledger/ledger.ts';
import type { Sources } from '../source/sources.ts';
import { get, listItems, readString, type Tree } from '../source/tree.ts';

/** The means to read a description. */
export interface Reader {
  readonly sources: Sources;
  readonly root: Tree;
  readonly losses: Losses;
}

/** A message, with the references to it. */
export interface Message {
  readonly key: string;
  readonly tree: Tree;
  readonly refs: readonly Tree[];
}

/** Messages that the service sends to a channel. */
export interface Sending {
  readonly operation: Tree;
  readonly channel: Tree;
  readonly address: string | undefined;
  /** Left out if the address is a key. */
  readonly addressSays?: Tree;
  readonly messages: readonly Message[];
  /** The protocols of the servers of the channel. */
  readonly protocols: readonly Tree[];
}

/** Follows the references of a value; the value itself if one is not followed. */
export function follow(
  { sources, losses }: Reader,
  tree: Tree,
): { readonly target: Tree; readonly refs: readonly Tree[] } {
  const followed = sources.follow(tree);
  if (followed !== undefined) return followed;
  losses.lose(tree, 'nothing', sources.open.at(-1)?.why ?? '');
  return { target: tree, refs: [] };
}

/** Returns a member of a value, or of its traits. */
export function getWithTraits(reader: Reader, tree: Tree, key: string): Tree | undefined {
  const own = get(tree, key);
  if (own !== undefined) return own;
  for (const trait of listItems(get(tree, 'traits'))) {
    const found = get(follow(reader, trait).target, key);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the protocols of servers. */
export function listProtocols(reader: Reader, servers: readonly Tree[]): readonly Tree[] {
  return servers.flatMap((server) => {
    const protocol = get(follow(reader, server).target, 'protocol');
    return readString(protocol) === undefined ? [] : [protocol!];
  });
}
