import type { Expression } from '../../expression/tree.ts';
import { memo } from '../../text/memo.ts';
import type { OperationPlan, RefPlan } from '../operation.ts';
import type { ResourcePlan } from '../resource.ts';

type Steps = Extract<Expression, { op: 'path' }>['steps'];

/** Shapes of another record, of an object inside it, and of the records of a list: what they read hangs on these. */
const others = new Set(['embedded', 'children', 'picked', 'records']);

/**
 * Returns the refs, each once, through which expressions inside plain values read referenced records of the record or of its previous form.
 * Other values that shapes inside them show are left out.
 */
export function collectReadRefs(...values: readonly unknown[]): readonly RefPlan[] {
  return deduplicateRefs(values.flatMap(listRefs));
}

/** Returns the refs, each once, through which expressions inside plain values read records that a variable's record references. */
export function collectVariableRefs(value: unknown, variable: string): readonly RefPlan[] {
  const collect = (node: unknown): readonly RefPlan[] => {
    if (typeof node !== 'object' || node === null) return noRefs;
    const inside = Object.values(node).flatMap(collect);
    const { op, root, steps } = node as { op?: string; root?: string; steps?: Steps };
    const isOf = op === 'path' && root === 'local' && steps?.[0]?.name === variable;
    const at = isOf ? findPathRef(steps.slice(1)) : undefined;
    return at === undefined ? inside : [at, ...inside];
  };
  return deduplicateRefs(collect(value));
}

/** The refs of lists that were read before: many operations share the members of their shapes. */
const ofLists = memo(joinRefs);
const noRefs: readonly RefPlan[] = [];

function listRefs(value: unknown): readonly RefPlan[] {
  if (typeof value !== 'object' || value === null) return noRefs;
  if (Array.isArray(value)) {
    const known = ofLists(value);
    return known;
  }
  const { op, root, steps, kind } = value as { op?: string; root?: string; steps?: Steps; kind?: string };
  if (kind !== undefined && others.has(kind)) return noRefs;
  const at = op === 'path' && (root === 'record' || root === 'old') ? findPathRef(steps) : undefined;
  const inside = joinRefs(Object.values(value));
  return at === undefined ? inside : [at, ...inside];
}

function joinRefs(values: readonly unknown[]): readonly RefPlan[] {
  let found = noRefs;
  for (const value of values) {
    const refs = listRefs(value);
    if (refs.length > 0) found = found.length === 0 ? refs : [...found, ...refs];
  }
  return found;
}

/** The refs whose other records the address of a resource's record is made of. */
export function collectAddressRefs(
  operations: readonly Pick<OperationPlan, 'kind' | 'resource' | 'record' | 'segments'>[],
  { name, fields }: Pick<ResourcePlan, 'name' | 'fields'>,
): readonly RefPlan[] {
  const read = operations.find(
    (operation) => operation.kind === 'read' && operation.resource === name && operation.record === undefined,
  );
  return (read?.segments ?? []).flatMap((segment): RefPlan[] => {
    if (segment.kind !== 'placeholder' || segment.by === undefined) return [];
    const schema = fields.find((field) => field.name === segment.field)?.schema;
    return schema?.type === 'ref' ? [{ path: [segment.field], resource: schema.resource }] : [];
  });
}

/** The same refs, each once. */
export function deduplicateRefs(refs: readonly RefPlan[]): readonly RefPlan[] {
  return [...new Map(refs.map((ref) => [JSON.stringify(ref.path), ref])).values()];
}

/** The ref that a path leads through, which is one at most. */
export function findPathRef(steps: Steps | undefined): RefPlan | undefined {
  const at = steps?.findIndex(({ through }) => through !== undefined) ?? -1;
  if (at < 1) return undefined;
  return { path: steps!.slice(0, at).map(({ name }) => name), resource: steps![at]!.through! };
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
