import type { Expression } from '../../expression/tree.ts';
import type { ValueSchema } from '../schema.ts';
import type { FieldTransform, VersionTransformPlan } from './transform.ts';

/**
 * Returns a function that marks the fields of an older version whose responses have the result of an expression: nothing checks it against
 * the format of the older type. `turns` lead from the newest version down to that one.
 */
export function createMarks(turns: readonly VersionTransformPlan[]) {
  let marked = new Map<string, ReadonlySet<string>>();
  for (const { holders } of turns) {
    const below = new Map(marked);
    for (const [holder, transform] of Object.entries(holders)) {
      if (transform.kind !== 'members') continue;
      below.set(holder, turnNames(marked.get(holder) ?? new Set(), transform.members));
    }
    marked = below;
  }
  return <F extends { readonly name: string; readonly schema: ValueSchema }>(
    holder: string,
    fields: readonly F[],
  ): readonly F[] => {
    const names = marked.get(holder);
    if (names === undefined || names.size === 0) return fields;
    return fields.map((field) =>
      names.has(field.name) ? { ...field, schema: { ...field.schema, unchecked: true } } : field,
    );
  };
}

/** The names in the older version of the fields that were marked in the newer one, and of the fields that a row computes. */
function turnNames(newer: ReadonlySet<string>, members: readonly FieldTransform[]): ReadonlySet<string> {
  const turned = new Set(members.flatMap((member) => member.newer ?? []));
  const older = new Set([...newer].filter((name) => !turned.has(name)));
  for (const { newer: name, older: below, down } of members) {
    if (below === undefined) continue;
    const isComputed = down?.kind === 'cel' && hasNoFormat(down.value);
    const isReplaced = down !== undefined && down.absent !== true;
    if (isComputed || (!isReplaced && name !== undefined && newer.has(name))) older.add(below);
  }
  return older;
}

/** A date and a time are written in their formats, and an object by its own members. */
function hasNoFormat({ type }: Expression): boolean {
  const { kind } = type.kind === 'nullable' ? type.of : type;
  return !['timestamp', 'date', 'duration', 'named'].includes(kind);
}
