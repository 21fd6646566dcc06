import { memo } from '../../text/memo.ts';
import { findHolders } from '../bodies/holders.ts';
import type { OperationPlan } from '../operation.ts';
import type { Plan } from '../plan.ts';
import type { ValueSchema } from '../schema.ts';
import type { InputShape } from '../shape.ts';
import { encodePointerStep } from './json-pointer.ts';

type Types = Pick<Plan, 'objects' | 'unions'>;

/** A reference in a value, and its location. */
export interface FoundReference {
  readonly resource: string;
  readonly value: unknown;
  readonly pointer: string;
}

/** Collects the references in a value. */
export type CollectReferences = (value: unknown, pointer: string, into: FoundReference[]) => void;

/** Creates the function that collects the references in values of a type, at any depth; undefined if the type has none. */
export function createReferenceCollector(plan: Types, schema: ValueSchema): CollectReferences | undefined {
  return createCollector(plan, schema, new Map());
}

/** A member of a Request that is not part of the record, or a parameter, and holds references. */
export interface InputReferences {
  /** Where `input` has it. */
  readonly path: readonly string[];
  readonly collect: CollectReferences;
  readonly parameter?: string;
  readonly line: number;
}

/** Lists the members of a Request and the parameters that hold references and are not part of the record: their values are `input` alone. */
export function listInputReferences(
  plan: Types,
  { input, parameters }: Pick<OperationPlan, 'input' | 'parameters'>,
): readonly InputReferences[] {
  const ofParameters = parameters.flatMap(({ name, mapsTo, schema, line }): readonly InputReferences[] => {
    const collect = mapsTo.kind === 'input' && schema ? createReferenceCollector(plan, schema) : undefined;
    return collect === undefined ? [] : [{ path: [name], collect, parameter: name, line }];
  });
  return [...listMemberReferences(plan, input), ...ofParameters];
}

function listMemberReferences(
  plan: Types,
  input: InputShape | undefined,
  around: readonly string[] = [],
): readonly InputReferences[] {
  if (input?.kind !== 'object') return [];
  return input.members.flatMap(({ name, field, shape }): readonly InputReferences[] => {
    if (field !== undefined) return [];
    const path = [...around, name];
    if (shape.kind === 'object') return listMemberReferences(plan, shape, path);
    const collect = createShapeCollector(plan, shape);
    return collect === undefined ? [] : [{ path, collect, line: shape.line }];
  });
}

function createShapeCollector(plan: Types, shape: InputShape): CollectReferences | undefined {
  switch (shape.kind) {
    case 'value':
      return createReferenceCollector(plan, shape.schema);
    case 'list': {
      const inner = createShapeCollector(plan, shape.item);
      return inner && createItemsCollector(inner);
    }
    case 'object':
      return createMembersCollector(
        shape.members.map(({ name, shape: member }) => ({ name, collect: createShapeCollector(plan, member) })),
      );
    default:
      return undefined;
  }
}

type Known = Map<string, CollectReferences | undefined>;

const collectHolders = memo((types: Types) => findHolders(types, ({ type }) => type === 'ref'));

/** `known` holds those of the objects that are being made, so that a type may hold itself. */
function createCollector(plan: Types, schema: ValueSchema, known: Known): CollectReferences | undefined {
  switch (schema.type) {
    case 'ref':
      return (value, pointer, into) => {
        if (value !== null && value !== undefined) into.push({ resource: schema.resource, value, pointer });
      };
    case 'list':
    case 'map': {
      const inner = createCollector(plan, schema.item, known);
      return inner && createItemsCollector(inner);
    }
    case 'named':
      return createNamedCollector(plan, schema.name, known);
    default:
      return undefined;
  }
}

/** Collects the references in the items of a list or map. */
function createItemsCollector(inner: CollectReferences): CollectReferences {
  return (value, pointer, into) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, item] of Object.entries(value)) inner(item, `${pointer}/${encodePointerStep(key)}`, into);
  };
}

interface Member {
  readonly name: string;
  readonly collect: CollectReferences | undefined;
}

/** Collects the references in the members of an object; undefined if none of them holds any. */
function createMembersCollector(all: readonly Member[]): CollectReferences | undefined {
  const members = all.flatMap(({ name, collect }) => (collect === undefined ? [] : [{ name, collect }]));
  if (members.length === 0) return undefined;
  return (value, pointer, into) => {
    if (typeof value !== 'object' || value === null) return;
    for (const { name, collect } of members) {
      const inner = (value as Record<string, unknown>)[name];
      if (inner !== undefined && inner !== null) collect(inner, `${pointer}/${encodePointerStep(name)}`, into);
    }
  };
}

function createNamedCollector(plan: Types, name: string, known: Known): CollectReferences | undefined {
  // A type that is being made has no collector yet, whether it holds references or not.
  if (!collectHolders(plan).has(name)) return undefined;
  if (known.has(name)) return (value, pointer, into) => known.get(name)?.(value, pointer, into);
  known.set(name, undefined);
  const union = plan.unions.find((candidate) => candidate.name === name);
  const made =
    union === undefined ? createObjectCollector(plan, name, known) : createUnionCollector(plan, union, known);
  known.set(name, made);
  return made;
}

function createObjectCollector(plan: Types, name: string, known: Known): CollectReferences | undefined {
  const members = plan.objects.find((object) => object.name === name)?.members ?? [];
  return createMembersCollector(
    members.map((member) => ({ name: member.name, collect: createCollector(plan, member.schema, known) })),
  );
}

function createUnionCollector(
  plan: Types,
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
