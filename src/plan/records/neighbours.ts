import { type ElementPath, type Elements, followVariables, listElements } from '../../expression/elements.ts';
import type { Expression } from '../../expression/tree.ts';
import { memo } from '../../text/memo.ts';
import { listNestedObjects, type NestedPath } from '../fields/field-path.ts';
import type { RefPlan } from '../operation.ts';

/** Shapes of another record, of an object inside it, and of the records of a list: what they read hangs on these. */
const others = new Set(['embedded', 'children', 'picked', 'records']);

/**
 * Returns the refs, each once, through which expressions inside plain values read referenced records of the record or of its previous form.
 * Other values that shapes inside them show are left out.
 */
export function collectReadRefs(...values: readonly unknown[]): readonly RefPlan[] {
  const followed = values.flatMap((value) => listFollowed(value, noVariables));
  return deduplicateRefs(
    followed.flatMap(({ root, steps }) => (root === 'record' || root === 'old' ? (findPathRef(steps) ?? []) : [])),
  );
}

/**
 * Returns the refs, each once, through which expressions inside plain values read records that a variable references: its record or
 * object, or itself by an empty path.
 */
export function collectVariableRefs(value: unknown, variable: string): readonly RefPlan[] {
  const followed = listFollowed(value, noVariables);
  return deduplicateRefs(
    followed.flatMap(({ root, steps }) =>
      root === 'local' && steps[0]?.name === variable ? (findPathRef(steps, 1) ?? []) : [],
    ),
  );
}

/** The paths in lists that were read before: many operations share the members of their shapes. */
const ofLists = memo((list: readonly unknown[]) => joinFollowed(list, noVariables));
const noVariables: Elements = new Map();
const none: readonly ElementPath[] = [];

/** The paths of expressions that follow refs, those of macros from the lists that these go through. */
function listFollowed(value: unknown, variables: Elements): readonly ElementPath[] {
  if (typeof value !== 'object' || value === null) return none;
  if (Array.isArray(value)) return variables.size === 0 ? ofLists(value) : joinFollowed(value, variables);
  const node = value as Expression;
  const { kind } = value as { kind?: string };
  if (kind !== undefined && others.has(kind)) return none;
  if (node.op === 'path') {
    if (node.steps.every(({ through }) => through === undefined)) return none;
    return followVariables(node, variables) ?? none;
  }
  if (node.op !== 'macro') return joinFollowed(Object.values(value), variables);
  const inside = new Map([...variables, [node.variable, listElements(node.over, variables)]]);
  return [...listFollowed(node.over, variables), ...listFollowed(node.body, inside)];
}

function joinFollowed(values: readonly unknown[], variables: Elements): readonly ElementPath[] {
  let found = none;
  for (const value of values) {
    const paths = listFollowed(value, variables);
    if (paths.length > 0) found = found.length === 0 ? paths : [...found, ...paths];
  }
  return found;
}

/** The same refs, each once, with all refs that follow it. */
export function deduplicateRefs(refs: readonly RefPlan[]): readonly RefPlan[] {
  const found = new Map<string, RefPlan>();
  for (const ref of refs) {
    const key = JSON.stringify([ref.path, ref.within]);
    const further = [...(found.get(key)?.refs ?? []), ...(ref.refs ?? [])];
    found.set(key, further.length === 0 ? ref : { ...ref, refs: deduplicateRefs(further) });
  }
  return [...found.values()];
}

/** The ref that a path leads through from its step `start`, with the further ones that follow it; undefined without any. */
export function findPathRef(steps: ElementPath['steps'] | undefined, start = 0): RefPlan | undefined {
  const at = steps?.findIndex(({ through }) => through !== undefined) ?? -1;
  if (at < 1) return undefined;
  const within: NestedPath[] = [];
  let path: string[] = [];
  for (const { name, list } of steps!.slice(start, at)) {
    // Of a list before it, the path goes on in each item.
    path.push(name);
    if (list !== true) continue;
    within.push({ path, list });
    path = [];
  }
  if (path.length === 0 && within.length > 0) path = [...within.pop()!.path];
  const { through, ...first } = steps![at]!;
  const further = findPathRef([first, ...steps!.slice(at + 1)]);
  return {
    path,
    ...(within.length === 0 ? {} : { within }),
    resource: through!,
    ...(further === undefined ? {} : { refs: [further] }),
  };
}

/** The resources of the records to which refs lead. */
export function listReadResources(refs: readonly RefPlan[]): readonly string[] {
  return refs.flatMap(({ resource, refs: further = [] }) => [resource, ...listReadResources(further)]);
}

/** The field of the record from which a ref is reached. */
export function findRefField({ path, within }: RefPlan): string | undefined {
  return (within?.[0]?.path ?? path)[0];
}

/** The identities that a ref, or a list of refs, of a value holds. */
export function listRefIdentities(value: unknown, { path, within }: RefPlan): readonly unknown[] {
  const holders = within === undefined ? [value] : listNestedObjects(value, within);
  const named = holders.flatMap((holder) => readPathValue(holder, path));
  return named.filter((id) => id !== undefined && id !== null);
}

/** The value at a way from a record through the objects inside it; undefined where something on it is not there. */
export function readPathValue(record: unknown, path: readonly string[]): unknown {
  let held = record;
  for (const name of path) {
    if (typeof held !== 'object' || held === null) return undefined;
    held = Object.hasOwn(held, name) ? (held as Readonly<Record<string, unknown>>)[name] : undefined;
  }
  return held;
}

/** The key of a record in `RequestContext.refs`, read by expressions through a ref for any caller: resource and identity. */
export function readKey(resource: string, identity: unknown): string {
  return `= ${resource} ${String(identity)}`;
}
