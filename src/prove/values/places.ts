import type { OperationPlan } from '../../plan/operation.ts';
import type { Plan } from '../../plan/plan.ts';
import type { FieldPlan } from '../../plan/resource.ts';
import type { Json, ValueSchema } from '../../plan/schema.ts';
import type { InputMember, InputShape } from '../../plan/shape.ts';

/** A value in the body of an operation. */
export interface BodyPlace {
  /** The way to it; `0` is the first item of a list. */
  readonly path: readonly string[];
  readonly schema: ValueSchema;
  /** The line that states its type and constraints. */
  readonly line: number;
  /** The body is invalid without it. */
  readonly isRequired: boolean;
  /** The field of the record that it sets; left out inside objects and for input. */
  readonly field?: FieldPlan;
  readonly member?: InputMember;
}

/** So deep are objects looked into. */
const deepest = 4;

/** Lists the values in the bodies of an operation, those in its objects and lists too. */
export function listPlaces(plan: Plan, operation: OperationPlan): readonly BodyPlace[] {
  const { input } = operation;
  return input === undefined ? [] : listInside(plan, operation, input, []);
}

function listInside(
  plan: Plan,
  operation: OperationPlan,
  shape: InputShape,
  path: readonly string[],
): readonly BodyPlace[] {
  if (shape.kind === 'list') return listInside(plan, operation, shape.item, [...path, '0']);
  if (shape.kind !== 'object') return [];
  const resource = plan.resources.find(({ name }) => name === operation.resource);
  return shape.members.flatMap((member): readonly BodyPlace[] => {
    if (member.unchanged === true || member.endState === true || member.ignored === true) return [];
    const at = [...path, member.name];
    if (member.shape.kind !== 'value') return listInside(plan, operation, member.shape, at);
    const { schema, of, line, role } = member.shape;
    if (role !== undefined) return [];
    const field = resource?.fields.find(({ name }) => name === member.field);
    const stated = field?.line ?? (of === undefined ? undefined : findLine(plan, of)) ?? line;
    const own: BodyPlace = {
      path: at,
      schema,
      line: stated,
      isRequired: member.required && operation.kind !== 'update' && member.default === undefined,
      member,
      ...(field === undefined ? {} : { field }),
    };
    return [own, ...listMembers(plan, schema, at, 0)];
  });
}

/** The members of the objects that a value holds. */
function listMembers(plan: Plan, schema: ValueSchema, path: readonly string[], depth: number): readonly BodyPlace[] {
  if (depth >= deepest) return [];
  if (schema.type === 'list') return listMembers(plan, schema.item, [...path, '0'], depth + 1);
  if (schema.type !== 'named') return [];
  const object = plan.objects.find(({ name }) => name === schema.name);
  return (object?.members ?? []).flatMap((member): readonly BodyPlace[] => {
    if (member.direction === 'read-only' || member.direction === 'internal') return [];
    const at = [...path, member.name];
    const own: BodyPlace = { path: at, schema: member.schema, line: member.line, isRequired: member.required };
    return [own, ...listMembers(plan, member.schema, at, depth + 1)];
  });
}

function findLine(
  { resources, objects }: Plan,
  { holder, field }: { readonly holder: string; readonly field: string },
): number | undefined {
  const fields =
    resources.find(({ name }) => name === holder)?.fields ?? objects.find(({ name }) => name === holder)?.members;
  return fields?.find(({ name }) => name === field)?.line;
}

/** Reads the value at a place of a body; undefined: it is not there. */
export function readAt(body: unknown, path: readonly string[]): Json | undefined {
  return path.reduce<unknown>(
    (at, name) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, name)
        ? (at as Record<string, unknown>)[name]
        : undefined,
    body,
  ) as Json | undefined;
}

/** A body with another value at a place; undefined takes it away. Undefined if the way to it is not there. */
export function putAt(body: unknown, [name, ...path]: readonly string[], value: Json | undefined): Json | undefined {
  if (name === undefined) return value;
  if (typeof body !== 'object' || body === null) return undefined;
  const inner = path.length === 0 ? value : putAt((body as Record<string, unknown>)[name], path, value);
  if (path.length > 0 && inner === undefined) return undefined;
  if (Array.isArray(body)) return body.map((item: Json, at) => (String(at) === name ? (inner as Json) : item));
  const { [name]: _, ...rest } = body as Record<string, Json>;
  return inner === undefined ? rest : { ...(body as Record<string, Json>), [name]: inner };
}

/** A place as people write it: `lines[].price`. */
export function formatPlace(path: readonly string[]): string {
  return path.reduce((text, name) => (/^\d+$/.test(name) ? `${text}[]` : text === '' ? name : `${text}.${name}`), '');
}
