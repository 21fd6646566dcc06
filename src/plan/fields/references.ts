import type { Plan } from '../plan.ts';
import type { ValueSchema } from '../schema.ts';
import { encodePointerStep } from './json-pointer.ts';

/** A reference in a value, and its location. */
export interface FoundReference {
  readonly resource: string;
  readonly value: unknown;
  readonly pointer: string;
}

/** Collects the references in a value. */
export type CollectReferences = (value: unknown, pointer: string, into: FoundReference[]) => void;

/** Creates the function that collects the references in values of a type, at any depth; undefined if the type has none. */
export function createReferenceCollector(plan: Plan, schema: ValueSchema): CollectReferences | undefined {
  return createCollector(plan, schema, new Map());
}

type Known = Map<string, CollectReferences | undefined>;

/** `known` holds those of the objects that are being made, so that a type may hold itself. */
function createCollector(plan: Plan, schema: ValueSchema, known: Known): CollectReferences | undefined {
  switch (schema.type) {
    case 'ref':
      return (value, pointer, into) => {
        if (value !== null) into.push({ resource: schema.resource, value, pointer });
      };
    case 'list':
    case 'map': {
      const inner = createCollector(plan, schema.item, known);
      if (inner === undefined) return undefined;
      return (value, pointer, into) => {
        if (typeof value !== 'object' || value === null) return;
        for (const [key, item] of Object.entries(value)) inner(item, `${pointer}/${encodePointerStep(key)}`, into);
      };
    }
    case 'named':
      return createNamedCollector(plan, schema.name, known);
    default:
      return undefined;
  }
}

function createNamedCollector(plan: Plan, name: string, known: Known): CollectReferences | undefined {
  if (known.has(name)) return (value, pointer, into) => known.get(name)?.(value, pointer, into);
  known.set(name, undefined);
  const union = plan.unions.find((candidate) => candidate.name === name);
  const made =
    union === undefined ? createObjectCollector(plan, name, known) : createUnionCollector(plan, union, known);
  known.set(name, made);
  return made;
}

function createObjectCollector(plan: Plan, name: string, known: Known): CollectReferences | undefined {
  const members = (plan.objects.find((object) => object.name === name)?.members ?? []).flatMap((member) => {
    const collect = createCollector(plan, member.schema, known);
    return collect === undefined ? [] : [{ name: member.name, collect }];
  });
  if (members.length === 0) return undefined;
  return (value, pointer, into) => {
    if (typeof value !== 'object' || value === null) return;
    for (const { name: member, collect } of members) {
      const inner = (value as Record<string, unknown>)[member];
      if (inner !== undefined && inner !== null) collect(inner, `${pointer}/${encodePointerStep(member)}`, into);
    }
  };
}

function createUnionCollector(
  plan: Plan,
  { tag, cases }: Plan['unions'][number],
  known: Known,
): CollectReferences | undefined {
  const byTag = new Map(cases.map((branch) => [branch.tag, createNamedCollector(plan, branch.object, known)]));
  if ([...byTag.values()].every((collect) => collect === undefined)) return undefined;
  return (value, pointer, into) => {
    if (typeof value !== 'object' || value === null) return;
    byTag.get((value as Record<string, unknown>)[tag] as string)?.(value, pointer, into);
  };
}
