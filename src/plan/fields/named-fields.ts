import { getSentMembers } from '../bodies/sent-places.ts';
import type { OperationPlan } from '../operation.ts';
import type { Plan } from '../plan.ts';
import type { ValueSchema } from '../schema.ts';
import type { InputShape } from '../shape.ts';
import { parsePointer } from './json-pointer.ts';

type Named = Pick<Plan, 'resources' | 'objects' | 'unions' | 'errors'>;
export type At = InputShape | ValueSchema;

/** Where a name leads that a refusal gives, each with the shape or schema of its values. */
function listPathStarts(
  plan: Named,
  operation: OperationPlan,
  pointer = false,
): readonly (readonly [name: string, at: At])[] {
  const { parameters, segments, resource } = operation;
  const text: ValueSchema = { type: 'string' };
  const fields = plan.resources.find(({ name }) => name === resource)?.fields ?? [];
  return [
    // A pointer begins at the body itself.
    ...(pointer ? [] : getSentMembers(operation)).flatMap(({ path, of, shape }): (readonly [string, At])[] => [
      [path.at(-1)!, shape],
      ...(of === undefined ? [] : [[of.field, shape] as const]),
    ]),
    ...fields.filter(({ direction }) => direction !== 'internal').map(({ name, schema }) => [name, schema] as const),
    ...parameters.map(({ name, schema = text }) => [name, schema] as const),
    ...segments.flatMap((place) => (place.kind === 'placeholder' ? [[place.name, text] as const] : [])),
    ...plan.errors.codes.flatMap(({ field }) =>
      field === undefined ? [] : [[parseSteps(field)[0] ?? '', { type: 'any' }] as const],
    ),
  ];
}

/**
 * The names at which the code of an operation may refuse a request: the members of its Request and the fields that they are, its
 * parameters, the fields of its resource, and the names in the column Field of Errors.
 */
export function listFieldNames(plan: Named, operation: OperationPlan): readonly string[] {
  return [...new Set(listPathStarts(plan, operation).map(([name]) => name))].filter((name) => name !== '');
}

/** Returns the step of a name, path or JSON Pointer that does not exist, with the names that exist there; `undefined` if all do. */
export function findUnknownStep(
  plan: Named,
  operation: OperationPlan,
  field: string,
): { readonly step: string; readonly known: readonly string[] } | undefined {
  const [first, ...behind] = parseSteps(field);
  if (first === undefined) return undefined;
  const { input } = operation;
  const whole = input === undefined ? [] : [traceUnknownStep(plan, input, [first, ...behind])];
  const named = listPathStarts(plan, operation, field.startsWith('/')).filter(([name]) => name === first);
  const ways = [...whole, ...named.map(([, at]) => traceUnknownStep(plan, at, behind))];
  if (ways.includes(undefined)) return undefined;
  const deepest = named.length === 0 ? undefined : ways.at(-1);
  return deepest ?? ways.find((way) => way?.step !== first) ?? { step: first, known: listFieldNames(plan, operation) };
}

function parseSteps(field: string): readonly string[] {
  return field.startsWith('/') || field === '' ? parsePointer(field) : field.split('.');
}

function traceUnknownStep(plan: Named, from: At, steps: readonly string[]): ReturnType<typeof findUnknownStep> {
  let at: At = from;
  for (const step of steps) {
    const { names = [], get } = resolveInside(plan, at);
    const next = get(step);
    if (next === undefined) return { step, known: names };
    at = next;
  }
  return undefined;
}

export interface Inside {
  readonly names?: readonly string[];
  get(step: string): At | undefined;
}

/** Returns the schema inside a value, by a name or an index. */
export function resolveInside(plan: Named, at: At): Inside {
  if ('kind' in at) {
    if (at.kind === 'object') return createInside(at.members.map(({ name, shape }) => [name, shape]));
    if (at.kind === 'value') return resolveInside(plan, at.schema);
    return { get: (step) => (at.kind === 'list' && isIndex(step) ? at.item : undefined) };
  }
  switch (at.type) {
    case 'named': {
      const cases = plan.unions.find(({ name }) => name === at.name)?.cases.map(({ object }) => object) ?? [at.name];
      const members = plan.objects.filter(({ name }) => cases.includes(name)).flatMap((object) => object.members);
      return createInside(members.map(({ name, schema }) => [name, schema]));
    }
    case 'list':
      return { get: (step) => (isIndex(step) ? at.item : undefined) };
    case 'map':
      return { get: () => at.item };
    default:
      return { get: () => (at.type === 'object' || at.type === 'any' ? at : undefined) };
  }
}

function createInside(members: readonly (readonly [name: string, at: At])[]): Inside {
  const known = new Map(members);
  return { names: [...known.keys()], get: (step) => known.get(step) };
}

function isIndex(step: string): boolean {
  return /^(?:0|[1-9]\d*)$/.test(step);
}
