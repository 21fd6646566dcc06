import { getListedEvents } from '../../plan/listed-events.ts';
import type { Plan } from '../../plan/plan.ts';
import type { MemberPlan } from '../../plan/resource.ts';
import type { Json, ValueSchema } from '../../plan/schema.ts';
import type { InputMember, InputShape } from '../../plan/shape.ts';
import { own } from '../../text/own-property.ts';
import type { ValuePlace, ValueSource } from './values/source.ts';
import { createValue } from './values/value.ts';

/** How a body is created. */
export interface BodyOptions {
  /** The resource of the operation. */
  readonly resource?: string | undefined;
  /** Whether a member that may be left out is sent. */
  readonly wants?: ((member: InputMember) => boolean) | undefined;
  /** Values that are sent instead, by the name of the member or its field. */
  readonly values?: Readonly<Record<string, Json>> | undefined;
  /** The present values of the record, for members that may be sent with these only. */
  readonly record?: Readonly<Record<string, unknown>> | undefined;
}

/** A body that the shape takes, or undefined if a value that has to be sent cannot be made. */
export function createBody(source: ValueSource, shape: InputShape, options: BodyOptions = {}): Json | undefined {
  return createAt(source, shape, options, { name: 'text', holder: options.resource });
}

function createAt(source: ValueSource, shape: InputShape, options: BodyOptions, place: ValuePlace): Json | undefined {
  if (shape.kind === 'literal') return shape.value;
  if (shape.kind === 'value') {
    const { of, schema, role } = shape;
    if (role !== undefined) return source.refreshToken;
    const at = of === undefined ? place : { ...findPlace(source.plan, of.holder, of.field), name: of.field };
    return createValue(source, schema, at);
  }
  if (shape.kind === 'list') {
    const item = createAt(source, shape.item, options, place);
    const least = Math.min(Number(shape.range?.from ?? 1), 100);
    return item === undefined ? undefined : Array.from({ length: Math.max(1, least) }, () => item);
  }
  const { wants = () => true } = options;
  const body: Record<string, Json> = {};
  for (const member of shape.members) {
    const value = createMember(source, member, options, shape.shapeName);
    if (value !== undefined && (member.required || wants(member))) body[member.name] = value;
    else if (member.required) return undefined;
  }
  return body;
}

function createMember(
  source: ValueSource,
  member: InputMember,
  options: BodyOptions,
  holder: string | undefined,
): Json | undefined {
  const { name, field = name, shape, unchanged } = member;
  const given = own(options.values ?? {}, name) ?? own(options.values ?? {}, field);
  if (given !== undefined) return given;
  const events = getListedEvents(source.plan, options.resource, field);
  if (events.length > 0) return events.slice(0, 20);
  if (unchanged === true) return own(options.record ?? {}, field) as Json | undefined;
  return createAt(source, shape, options, findPlace(source.plan, holder ?? options.resource, field));
}

function findPlace({ resources, objects }: ValueSource['plan'], holder: string | undefined, name: string): ValuePlace {
  const fields: readonly Pick<MemberPlan, 'name' | 'meaning'>[] =
    resources.find((one) => one.name === holder)?.fields ?? objects.find((one) => one.name === holder)?.members ?? [];
  const unique = resources.find((one) => one.name === holder)?.uniques.some((one) => one.fields.includes(name));
  return { name, holder, meaning: fields.find((field) => field.name === name)?.meaning, unique };
}

/** A member of a body that holds one value, with the way to it. */
export interface BodyValue {
  readonly path: readonly string[];
  readonly member: InputMember;
  readonly schema: ValueSchema;
}

/** The members of a body that hold one value each, those of objects in it too. */
export function listBodyValues(shape: InputShape, path: readonly string[] = []): readonly BodyValue[] {
  if (shape.kind !== 'object') return [];
  return shape.members.flatMap((member): readonly BodyValue[] => {
    const at = [...path, member.name];
    if (member.shape.kind === 'value') return [{ path: at, member, schema: member.shape.schema }];
    return listBodyValues(member.shape, at);
  });
}

/** The plan's resource of a name. */
export function findResource(
  plan: Pick<Plan, 'resources'>,
  name: string | undefined,
): Plan['resources'][number] | undefined {
  return plan.resources.find((resource) => resource.name === name);
}
