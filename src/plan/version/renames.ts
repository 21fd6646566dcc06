/** A name that changed between two documents. */
export interface Rename {
  readonly kind: 'field' | 'value' | 'parameter' | 'event' | 'code';
  /** The resource or object of a field, the field of a value (`Invoice.status`), the operation of a parameter; else empty. */
  readonly of: string;
  readonly from: string;
  readonly to: string;
  /** The value `from` was removed, and `to` takes its place, which was there before. */
  readonly merges?: true;
}

/**
 * Composes the renames of several versions, oldest version first, into renames from the oldest names to the newest. Those of one
 * version happen at once, so two names can be swapped. Each version uses its own names: where it renames a field, its renames
 * of values name the field as it is then.
 */
export function composeRenames(versions: Iterable<readonly Rename[]>): readonly Rename[] {
  let composed: readonly Rename[] = [];
  for (const renames of versions) {
    const before = composed.map((rename) => ({ ...rename, of: resolveRenamedOwner(rename, renames) }));
    const continued = before.map((rename) => ({ ...rename, to: nameAfter(rename, renames) }));
    composed = [...continued, ...renames.filter((rename) => !continues(rename, before))];
  }
  return composed;
}

function isSameKind(one: Rename, other: Rename): boolean {
  return one.kind === other.kind && one.of === other.of;
}

/** What a rename is of, as a version calls it: the values of a field follow the field. */
function resolveRenamedOwner({ kind, of }: Rename, renames: readonly Rename[]): string {
  if (kind !== 'value') return of;
  const field = renames.find((rename) => rename.kind === 'field' && `${rename.of}.${rename.from}` === of);
  return field === undefined ? of : `${field.of}.${field.to}`;
}

function nameAfter(rename: Rename, renames: readonly Rename[]): string {
  return (
    renames.find((otherRename) => isSameKind(otherRename, rename) && otherRename.from === rename.to)?.to ?? rename.to
  );
}

/** Whether a rename goes on from one before, or names what took the place of a name that was renamed before. */
function continues(rename: Rename, before: readonly Rename[]): boolean {
  const taken = (one: Rename): boolean => one.from === rename.from || (one.to === rename.from && one.merges !== true);
  return before.some((otherRename) => isSameKind(otherRename, rename) && taken(otherRename));
}
