import type { FieldTransform, VersionTransformPlan } from './transform.ts';

/** The names of one thing in a version and in a later one; without `from` or `to` it is not there. */
export interface NamePair {
  readonly kind: 'owner' | 'field' | 'value' | 'member' | 'parameter' | 'event' | 'code';
  /** The resource or object of a field, the field of a value (`Invoice.status`), the operation of a parameter or member; else empty. */
  readonly of: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** The value `from` was removed, and `to` takes its place, which was there before. */
  readonly merges?: true;
  /** The code `to` was added, and older callers get `from` in its place, which may be there still. */
  readonly splits?: true;
}

/** A name that changed between two documents. */
export type Rename = NamePair & { readonly from: string; readonly to: string };

type Kind = NamePair['kind'];

/** Names of an older version or document, and of a newer one; a name that is in no pair is the same in both. */
export interface Names<Pair extends NamePair = NamePair> {
  readonly all: readonly Pair[];
  /** The older name of a newer one, `of` by its newer name; undefined: it was not there. */
  older(kind: Kind, of: string, newer: string): string | undefined;
  /** The newer name of an older one, `of` by its newer name too; undefined: it is no longer there. */
  newer(kind: Kind, of: string, older: string): string | undefined;
}

/** Looks up names both ways. */
export function createNames<Pair extends NamePair>(pairs: readonly Pair[]): Names<Pair> {
  const [olders, newers] = [new Map<string, string | undefined>(), new Map<string, string | undefined>()];
  for (const { kind, of, from, to, merges, splits } of pairs) {
    const [older, newer] = [from, to].map((name) => name && buildKey(kind, of, name));
    if (older !== undefined && splits !== true && !newers.has(older)) newers.set(older, to);
    if (newer !== undefined && merges !== true && (from !== undefined || !olders.has(newer))) olders.set(newer, from);
  }
  const look = (names: typeof olders, kind: Kind, of: string, name: string): string | undefined => {
    const key = buildKey(kind, of, name);
    return names.has(key) ? names.get(key) : name;
  };
  return {
    all: pairs,
    older: (kind, of, name) => look(olders, kind, of, name),
    newer: (kind, of, name) => look(newers, kind, of, name),
  };
}

/** Lists the names that one version changed. */
export function listNamePairs(transform: VersionTransformPlan): readonly NamePair[] {
  const { holders, operations, events, addedEvents, codes } = transform;
  const list = (kind: Kind, of: string, all: readonly { readonly older?: string; readonly newer?: string }[]) =>
    all.flatMap(({ older: from, newer: to }): NamePair[] => (from === to ? [] : [{ kind, of, from, to }]));
  return [
    ...Object.entries(holders).flatMap(([of, one]) => (one.kind === 'members' ? list('field', of, one.members) : [])),
    ...Object.entries(holders).flatMap(([of, one]) => (one.kind === 'members' ? listValuePairs(of, one.members) : [])),
    ...Object.entries(operations).flatMap(([of, { input }]) => list('member', of, input)),
    ...addedEvents.map((to): NamePair => ({ kind: 'event', of: '', to })),
    ...Object.entries(events).map(([to, from]): NamePair => ({ kind: 'event', of: '', from, to })),
    ...Object.entries(codes).map(([to, from]): NamePair => ({ kind: 'code', of: '', from, to, splits: true })),
  ];
}

/** The names of the values of states and of `one of`; an older name that several values share merges them. */
function listValuePairs(holder: string, members: readonly FieldTransform[]): readonly NamePair[] {
  return members.flatMap(({ newer, value }) => {
    if (newer === undefined || value?.kind !== 'choice') return [];
    const { down, up } = value;
    return Object.entries(down).map(([to, from]): NamePair => {
      const pair = { kind: 'value', of: `${holder}.${newer}`, from, to } as const;
      return up[from] === to ? pair : { ...pair, splits: true };
    });
  });
}

function buildKey(kind: Kind, of: string, name: string): string {
  return `${kind} ${of}\n${name}`;
}

/**
 * Composes the names of several versions, oldest version first, into pairs of the oldest names and the newest. Those of one version change
 * at once, so two names can be swapped. Each version uses its own names: if it renames a field, its pairs of values use the new name.
 */
export function composeNames<Pair extends NamePair>(versions: Iterable<readonly Pair[]>): readonly Pair[] {
  let composed: readonly Pair[] = [];
  for (const pairs of versions) {
    const { newer } = createNames(pairs);
    const before = composed.map((pair) => ({ ...pair, of: renameOwner(pair, newer) }));
    const continued = before.map((pair) => ({ ...pair, to: pair.to && newer(pair.kind, pair.of, pair.to) }));
    composed = [...continued, ...listFirstPairs(before, pairs)];
  }
  return composed;
}

/** Returns the owner of a pair by the name that a version gives it: the values of a field follow the field. */
function renameOwner({ kind, of }: NamePair, newer: Names['newer']): string {
  const [holder = '', field = ''] = of.split('.');
  return kind === 'value' ? `${holder}.${newer('field', holder, field) ?? field}` : of;
}

/** The pairs that do not go on from one before, nor name what took the place of a thing that had another name before. */
function listFirstPairs<Pair extends NamePair>(before: readonly Pair[], pairs: readonly Pair[]): readonly Pair[] {
  const { older } = createNames(before);
  const renamed = new Set(
    before.flatMap(({ kind, of, from, splits }) => (splits || from === undefined ? [] : [buildKey(kind, of, from)])),
  );
  return pairs.flatMap((pair) => {
    const { kind, of, from, splits } = pair;
    if (from === undefined) return [pair];
    const oldest = older(kind, of, from);
    if (splits === true) return [{ ...pair, from: oldest }];
    return oldest !== from || renamed.has(buildKey(kind, of, from)) ? [] : [pair];
  });
}
