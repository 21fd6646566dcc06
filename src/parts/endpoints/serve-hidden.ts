import type { Plan } from '../../plan/plan.ts';
import type { FieldPlan, MemberPlan } from '../../plan/resource.ts';
import type { ValueSchema } from '../../plan/schema.ts';
import type { Making } from '../../steps/maker.ts';

type Value = Record<string, unknown>;

/** What of a record's values a caller who changes them may see, and how the rest is kept. */
export interface Hidden {
  /** Whether a field is one that is never shown. */
  field(field: FieldPlan): boolean;
  /** A copy of a value without the members that are never shown. */
  shown(schema: ValueSchema, value: unknown): unknown;
  /** A changed value with the members of the former one that it could not show. Items of lists have none. */
  restored(schema: ValueSchema, before: unknown, after: unknown): unknown;
  /** A value as a client may send it: without the members that only the service gives, where they are as they were. */
  sendable(schema: ValueSchema, before: unknown, after: unknown): unknown;
  /** A value that was sent, with the members of the former one that only the service gives. */
  completed(schema: ValueSchema, before: unknown, after: unknown): unknown;
}

const neverShown = new Set(['write-only', 'internal']);
const neverSent = new Set(['read-only', 'internal']);

type Member = Pick<MemberPlan, 'schema'> & { readonly direction?: string };
type Kept = (member: Member) => boolean;

const isOwn: Kept = ({ direction }) => direction !== undefined && neverSent.has(direction);

/** Makes it for the objects and unions of a service. */
export function hiddenIn(plan: Pick<Plan, 'objects' | 'unions'>, equal: Making['equal']): Hidden {
  const objects = new Map(plan.objects.map(({ name, members }) => [name, members]));
  const unions = new Map(plan.unions.map((union) => [union.name, union]));
  const isHidden: Kept = ({ direction, schema }) =>
    (direction !== undefined && neverShown.has(direction)) ||
    ('format' in schema && schema.format?.name === 'password');
  const membersOf = (schema: ValueSchema, value: Value): readonly MemberPlan[] => {
    if (schema.type !== 'named') return [];
    const union = unions.get(schema.name);
    if (union === undefined) return objects.get(schema.name) ?? [];
    const found = union.cases.find(({ tag }) => tag === value[union.tag]);
    return found === undefined ? [] : (objects.get(found.object) ?? []);
  };
  const schemaFor = (schema: ValueSchema, members: readonly MemberPlan[], name: string): ValueSchema | undefined =>
    schema.type === 'map' ? schema.item : members.find((member) => member.name === name)?.schema;

  const shown = (schema: ValueSchema, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((one) => shown(schema.type === 'list' ? schema.item : anything, one));
    if (typeof value !== 'object' || value === null) return value;
    const members = membersOf(schema, value as Value);
    const made: Value = {};
    for (const [name, one] of Object.entries(value)) {
      if (members.some((member) => member.name === name && isHidden(member))) continue;
      define(made, name, shown(schemaFor(schema, members, name) ?? anything, one));
    }
    return made;
  };
  const put = (schema: ValueSchema, before: unknown, after: unknown, keeps: Kept): unknown => {
    if (!isObject(before) || !isObject(after)) return after;
    const members = membersOf(schema, after);
    for (const [name, one] of Object.entries(before)) {
      const member = members.find((other) => other.name === name);
      if (Object.hasOwn(after, name))
        define(after, name, put(schemaFor(schema, members, name) ?? anything, one, after[name], keeps));
      else if (member !== undefined && keeps(member)) define(after, name, one);
    }
    return after;
  };
  const sendable = (schema: ValueSchema, before: unknown, after: unknown): unknown => {
    if (Array.isArray(after) && schema.type === 'list') {
      return after.map((one, i) => sendable(schema.item, Array.isArray(before) ? before[i] : undefined, one));
    }
    if (!isObject(after)) return after;
    const members = membersOf(schema, after);
    const held = isObject(before) ? before : {};
    const made: Value = {};
    for (const [name, one] of Object.entries(after)) {
      const was = Object.hasOwn(held, name) ? held[name] : undefined;
      const own = members.some((member) => member.name === name && isOwn(member));
      if (!own || !equal(one, was))
        define(made, name, sendable(schemaFor(schema, members, name) ?? anything, was, one));
    }
    return made;
  };
  return {
    field: (field) => field.shownOnce === true || isHidden(field),
    shown,
    restored: (schema, before, after) => put(schema, before, after, isHidden),
    sendable,
    completed: (schema, before, after) => put(schema, before, after, isOwn),
  };
}

const anything: ValueSchema = { type: 'any' };

function isObject(value: unknown): value is Value {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function define(into: Value, name: string, value: unknown): void {
  Object.defineProperty(into, name, { value, enumerable: true, configurable: true, writable: true });
}
