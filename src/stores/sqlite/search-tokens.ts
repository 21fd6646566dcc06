import { createHash } from 'node:crypto';

// An entry of the index is a number of a trigram and its owner, so that the search of one tenant reads no entry of another.

/** Two numbers of 32 bits that stand for an owner in its entries. */
type Seed = readonly [number, number];

/** The seed of the entries that have no owner. */
const whole: Seed = [0, 0];

const mostSeeds = 1_000;
const seeds = new Map<string, Seed>();

/** Returns the seed of an owner: a hash, so that no tenant can choose the entries of another. */
function seedOf(column: string, value: unknown): Seed {
  const owner = `${column} ${String(value)}`;
  const known = seeds.get(owner);
  if (known !== undefined) return known;
  const digest = createHash('sha256').update(owner).digest('hex');
  const seed: Seed = [Number.parseInt(digest.slice(0, 8), 16), Number.parseInt(digest.slice(8, 16), 16)];
  if (seeds.size >= mostSeeds) seeds.clear();
  seeds.set(owner, seed);
  return seed;
}

const digits = '0123456789abcdefghijklmnopqrstuv';

/** The two digits of ten bits. */
const pairs = Array.from({ length: 1024 }, (_, bits) => digits[bits >> 5]! + digits[bits & 31]!);

/** Writes an entry: six digits of five bits. */
function formatEntry(entry: number): string {
  return pairs[entry >> 20]! + pairs[(entry >> 10) & 1023]! + pairs[entry & 1023]!;
}

/** Mixes three code points into a seed (the finalizer of MurmurHash3 between them); the result has 30 bits. */
function mix([first, second]: Seed, a: number, b: number, c: number): number {
  let hash = first ^ a;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash ^= b + second;
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  hash ^= c;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) & 0x3fff_ffff;
}

/**
 * Returns the entries of a record, separated by spaces: those of each owner that it has, by column, and with `isWhole` those without an
 * owner.
 */
export function listEntries(
  text: string,
  owners: readonly (readonly [column: string, value: unknown])[],
  isWhole: boolean,
): string {
  const own = owners.flatMap(([column, value]) => (value === null ? [] : [seedOf(column, value)]));
  const all = isWhole ? [whole, ...own] : own;
  const entries = new Set<number>();
  let [a, b] = [-1, -1];
  for (const character of text) {
    const c = character.codePointAt(0)!;
    if (a !== -1) for (const seed of all) entries.add(mix(seed, a, b, c));
    [a, b] = [b, c];
  }
  let made = '';
  for (const entry of entries) made += ` ${formatEntry(entry)}`;
  return made;
}

/** Returns the entries, separated by spaces, that each record with all these trigrams has, of an owner or without one. */
export function listSoughtEntries(
  trigrams: readonly string[],
  owner?: readonly [column: string, value: unknown],
): string {
  const seed = owner === undefined ? whole : seedOf(...owner);
  return trigrams
    .map((trigram) => {
      const [a = 0, b = 0, c = 0] = Array.from(trigram, (character) => character.codePointAt(0)!);
      return `"${formatEntry(mix(seed, a, b, c))}"`;
    })
    .join(' ');
}
