import { equal } from '../../../plan/equal.ts';
import { isObject } from '../../../plan/fields/is-object.ts';
import type { FieldPlan, MemberPlan } from '../../../plan/resource.ts';
import type { ValueSchema } from '../../../plan/schema.ts';
import { setOwn } from '../../../text/own-property.ts';
import {
  createMembersInside,
  findFieldSchema,
  isNeverSent,
  isNeverShown,
  type JsonObject,
  type Members,
} from './bodies/fields.ts';

/** What of a record's values a caller who changes them may see, and how the rest stays. */
export interface Hidden {
  /** Whether a field is one that is never shown. */
  field(field: FieldPlan): boolean;
  /** Whether a value that replaces the former one as a whole also replaces something that is never shown. */
  covers(schema: ValueSchema): boolean;
  /** Whether a value that is merged into the former one sets something that is never shown. */
  sets(schema: ValueSchema, patch: unknown): boolean;
  /** A copy of a value without the members that are never shown; `copies` receives each object and list inside, with its copy. */
  shown(schema: ValueSchema, value: unknown, copies?: WeakMap<object, object>): unknown;
  /**
   * A changed value with the members of the former one that it could not show, but for those that `sent` names, the value as it
   * was before it was checked. Items of lists have none.
   */
  restored(schema: ValueSchema, before: unknown, after: unknown, sent: unknown): unknown;
  /** A value as a client may send it: without the members that only the service gives, where they are as they are shown. */
  sendable(schema: ValueSchema, before: unknown, after: unknown): unknown;
  /** A copy of a value without the members that only the service gives. */
  sent(schema: ValueSchema, value: unknown): unknown;
  /** A value that was sent, with the members of the former one that only the service gives. */
  completed(schema: ValueSchema, before: unknown, after: unknown): unknown;
}

/** Makes it for the objects and unions of a service. */
export function createWriteMask(plan: Members): Hidden {
  const inside = createMembersInside(plan);

  const looks = (schema: ValueSchema, inList: boolean, seen: Set<string>): boolean => {
    if (schema.type === 'list') return looks(schema.item, true, seen);
    if (schema.type === 'map') return looks(schema.item, inList, seen);
    if (schema.type !== 'named') return false;
    const key = `${inList} ${schema.name}`;
    if (seen.has(key)) return false;
    seen.add(key);
    // What the service gives itself stays in an object, and goes with the items of a list.
    return inside.all(schema.name).some((member) => {
      return isNeverShown(member) ? inList || !isNeverSent(member) : looks(member.schema, inList, seen);
    });
  };
  const covers = (schema: ValueSchema): boolean => looks(schema, false, new Set());

  const sets = (schema: ValueSchema, patch: unknown): boolean => {
    if (!isObject(patch)) return patch !== null && covers(schema);
    const members = schema.type === 'named' ? inside.all(schema.name) : [];
    return Object.entries(patch).some(([name, value]) => {
      const named = members.filter((member) => member.name === name);
      if (named.some(isNeverShown)) return true;
      const schemas = schema.type === 'map' ? [schema.item] : named.map((member) => member.schema);
      return schemas.some((valueSchema) => sets(valueSchema, value));
    });
  };

  const without = (
    schema: ValueSchema,
    value: unknown,
    left: (member: MemberPlan) => boolean,
    copies?: WeakMap<object, object>,
  ): unknown => {
    if (Array.isArray(value)) {
      const items = value.map((item) => without(schema.type === 'list' ? schema.item : anything, item, left, copies));
      copies?.set(value, items);
      return items;
    }
    if (!isObject(value)) return value;
    const members = inside.of(schema, value);
    const made: JsonObject = {};
    for (const [name, field] of Object.entries(value)) {
      if (members.some((member) => member.name === name && left(member))) continue;
      setOwn(made, name, without(findFieldSchema(schema, members, name) ?? anything, field, left, copies));
    }
    copies?.set(value, made);
    return made;
  };

  const put = (
    schema: ValueSchema,
    before: unknown,
    after: unknown,
    keeps: (member: MemberPlan, named: boolean) => boolean,
    sent: unknown,
  ): unknown => {
    // What one case of a union hides is nothing of another one's.
    if (!isObject(before) || !isObject(after) || inside.otherCase(schema, before, after)) return after;
    const members = inside.of(schema, after);
    for (const [name, previous] of Object.entries(before)) {
      const member = members.find((other) => other.name === name);
      const named = isObject(sent) && Object.hasOwn(sent, name);
      if (member !== undefined && keeps(member, named)) setOwn(after, name, previous);
      else if (Object.hasOwn(after, name)) {
        const inner = findFieldSchema(schema, members, name) ?? anything;
        setOwn(after, name, put(inner, previous, after[name], keeps, named ? sent[name] : undefined));
      }
    }
    return after;
  };

  const sendable = (schema: ValueSchema, before: unknown, after: unknown): unknown => {
    if (Array.isArray(after) && schema.type === 'list') {
      return after.map((item, i) => sendable(schema.item, Array.isArray(before) ? before[i] : undefined, item));
    }
    if (!isObject(after)) return after;
    const members = inside.of(schema, after);
    const held = isObject(before) ? before : {};
    const made: JsonObject = {};
    for (const [name, field] of Object.entries(after)) {
      const was = Object.hasOwn(held, name) ? held[name] : undefined;
      const own = members.some((member) => member.name === name && isNeverSent(member) && !isNeverShown(member));
      if (!own || !equal(field, was))
        setOwn(made, name, sendable(findFieldSchema(schema, members, name) ?? anything, was, field));
    }
    return made;
  };

  return {
    field: (field) => field.shownOnce === true || isNeverShown(field),
    covers,
    sets,
    shown: (schema, value, copies) => without(schema, value, isNeverShown, copies),
    sent: (schema, value) => without(schema, value, isNeverSent),
    restored: (schema, before, after, sent) =>
      put(schema, before, after, (member, named) => isNeverShown(member) && !named, sent),
    sendable,
    completed: (schema, before, after) => put(schema, before, after, isNeverSent, after),
  };
}

const anything: ValueSchema = { type: 'any' };
