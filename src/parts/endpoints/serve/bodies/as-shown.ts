import { equal } from '../../../../plan/equal.ts';
import { readDefaultValue } from '../../../../plan/fields/default-value.ts';
import { isObject } from '../../../../plan/fields/is-object.ts';
import { isStoredFile } from '../../../../plan/files/stored-file.ts';
import type { Plan } from '../../../../plan/plan.ts';
import type { FieldPlan, MemberPlan } from '../../../../plan/resource.ts';
import type { ValueSchema } from '../../../../plan/schema.ts';
import { createMembersInside, findFieldSchema, isNeverSent, isNeverShown, type Members } from './fields.ts';

/**
 * How a value was sent: merged into the one that is held, in its place, or in the place of one that was sent before (`again`).
 */
export type SentHow = 'merged' | 'whole' | 'again';

/**
 * Whether a value that was sent for a field is what a caller sees there. What is never shown does not decide: sending it is
 * something else, whatever is held; when a create is sent `again`, it is not looked at.
 */
export type AsShown = (
  field: Pick<FieldPlan, 'schema' | 'direction' | 'shownOnce'>,
  sent: unknown,
  held: unknown,
  how: SentHow,
) => boolean;

/** Makes it for the objects and unions of a service. */
export function createAsShown(plan: Members & Pick<Plan, 'resources'>): AsShown {
  const inside = createMembersInside(plan);

  const same = (schema: ValueSchema, sent: unknown, held: unknown, how: SentHow): boolean => {
    if (Array.isArray(sent) && Array.isArray(held)) {
      const item = schema.type === 'list' ? schema.item : anything;
      const within = how === 'merged' ? 'whole' : how;
      return sent.length === held.length && sent.every((element, i) => same(item, element, held[i], within));
    }
    if (isStoredFile(held) && !isStoredFile(sent)) return equal(sent ?? null, held.toJSON());
    const free = how !== 'merged' && (schema.type === 'any' || schema.type === 'object');
    if (free || !isObject(sent) || !isObject(held)) return equal(sent ?? null, held ?? null);
    const members = inside.of(schema, how === 'merged' ? { ...held, ...sent } : sent);
    const names = how === 'merged' ? Object.keys(sent) : [...new Set([...Object.keys(sent), ...Object.keys(held)])];
    return names.every((name) => {
      const member = members.find((candidate) => candidate.name === name);
      const sentValue = Object.hasOwn(sent, name) ? sent[name] : undefined;
      const other = Object.hasOwn(held, name) ? held[name] : undefined;
      if (member !== undefined && isNeverShown(member)) return how === 'again' || unsent(member, sentValue, how);
      if (sentValue === undefined && member !== undefined && isNeverSent(member)) return true;
      return same(findFieldSchema(schema, members, name) ?? anything, sentValue, other, how);
    });
  };

  /** Whether a member that is never shown was left out: a body that was checked holds its default, or null, then. */
  const unsent = (member: MemberPlan, value: unknown, how: SentHow): boolean =>
    value === undefined ||
    (how !== 'merged' && equal(value, readDefaultValue(plan, member.schema, member.default) ?? null));

  return (field, sent, held, how) => {
    if (field.shownOnce === true || isNeverShown(field)) return how === 'again';
    return same(field.schema, sent, held, how);
  };
}

const anything: ValueSchema = { type: 'any' };
