import { sentFields, withFields } from '../../plan/sent.ts';
import type { Given } from '../../steps/given.ts';
import type { Making } from '../../steps/maker.ts';
import type { FieldProblem, RecordValue } from '../../steps/record.ts';
import type { Refusal } from '../../steps/refusal.ts';
import type { Step } from '../../steps/step.ts';
import type { VersionTurning } from '../../steps/versions.ts';
import { invalidInput } from '../endpoints/serve-body.ts';
import { noFields } from '../endpoints/serve-change.ts';
import { type Hidden, hiddenIn } from '../endpoints/serve-hidden.ts';
import { mergeOf } from '../endpoints/serve-merge.ts';
import { patcher, type SentPlan, sentPlans } from '../endpoints/serve-patched.ts';
import { changesRecord, defaultIn, wrongAsSent } from './serve.ts';

/** A record as the older version shows it, before and after what was asked for; the fields and other members that were sent. */
interface Asked {
  readonly before: RecordValue;
  readonly after: RecordValue;
  readonly sent: readonly string[];
  readonly members: Record<string, unknown>;
}

type Ask = (given: Given, older: RecordValue) => Asked | Refusal;

/**
 * Applies what an older caller asks for to the record as its version shows it. The fields that then differ are turned, and are
 * what was sent of the record; all others stay as they are.
 */
export function olderPatchStep(making: Making): Step | undefined {
  const { turning, operation, equal } = making;
  if (turning?.check === undefined || turning.present === undefined || !changesRecord(operation.kind)) return undefined;
  const fields = turning.shown.resources.find(({ name }) => name === turning.older.resource)?.fields ?? [];
  const sent = sentPlans(turning.older.input, fields);
  const ask = operation.kind === 'replace' ? replaced(sent) : merged(turning, sent);
  const asJsonPatch = jsonPatched(turning, sent, hiddenIn(turning.shown, equal));
  const take = takerOf(making, turning);
  return (given) => {
    const older = turning.down(given.before!);
    const asked = given.bodyKind === 'json patch' ? asJsonPatch(given, older) : ask(given, older);
    if ('condition' in asked) return asked;
    const { before, after } = asked;
    const names = sent.map(({ field }) => field);
    const differing = names.filter((name) => !equal(before[name] ?? null, after[name] ?? null));
    return take(given, differing, asked);
  };
}

function shownBefore(sent: readonly SentPlan[], older: RecordValue): Record<string, unknown> {
  const made = noFields();
  for (const { field } of sent) if (older[field] !== undefined) made[field] = older[field];
  return made;
}

/** A merge patch (RFC 7396). */
function merged({ shown }: VersionTurning, sent: readonly SentPlan[]): Ask {
  const merge = mergeOf(shown);
  return (given, older) => {
    const { fields, members } = given.older!;
    const before = shownBefore(sent, older);
    const after = { ...before };
    for (const { field, plan } of sent) {
      const value = fields[field];
      if (value === undefined) continue;
      if (value === null && plan.schema.nullable !== true) delete after[field];
      else after[field] = merge(plan.schema, before[field], value);
    }
    return { before, after, members, sent: Object.keys(fields) };
  };
}

/** A replace: what may be changed and is left out has the default of its version, or is absent then. */
function replaced(sent: readonly SentPlan[]): Ask {
  return (given, older) => {
    const { fields, members } = given.older!;
    const before = shownBefore(sent, older);
    const after = noFields();
    for (const { field, member } of sent) {
      const value = fields[field] ?? defaultIn(member);
      if (value !== undefined) after[field] = value;
      else if (member.unchanged === true) after[field] = before[field];
    }
    return { before, after, members, sent: Object.keys(fields) };
  };
}

/** A JSON Patch (RFC 6902): what is never shown cannot be tested or copied by it. */
function jsonPatched(
  { shown, older: { resource, input }, document }: VersionTurning,
  sent: readonly SentPlan[],
  hidden: Hidden,
): Ask {
  const fields = shown.resources.find(({ name }) => name === resource)?.fields ?? [];
  const patch = document && patcher(input, fields, document, hidden);
  return (given, older) => {
    const left = patch?.(given.body, older) ?? { condition: 'malformed request' };
    if ('condition' in left) return left;
    if (!('members' in left)) return wrongAsSent(left);
    const before = shownBefore(sent, older);
    const after = noFields();
    for (const { field, plan } of sent) {
      const value = left.fields[field];
      if (value !== undefined) after[field] = value;
      else if (hidden.field(plan)) after[field] = before[field];
    }
    return { before, after, members: left.members, sent: [] };
  };
}

/** Makes what turns the fields that differ, and hands them on as what was sent of the present record. */
function takerOf(making: Making, turning: VersionTurning) {
  const { operation } = making;
  const whole = operation.kind === 'replace';
  const present = sentFields(operation.input);
  const defaults = new Map(present.map(({ field, member }) => [field, whole ? member.default : undefined]));
  const { isPassword, isNullable } = kindsOf(making);
  return (given: Given, differing: readonly string[], asked: Asked): Refusal | undefined => {
    const { after } = asked;
    const problems: FieldProblem[] = [];
    const sent = noFields();
    for (const name of whole ? Object.keys(after) : differing) if (after[name] !== undefined) sent[name] = after[name];
    const turned = turning.up({ fields: sent, members: asked.members }, given.before, whole, problems);
    if (problems.length > 0) return wrongAsSent(problems);
    const values = noFields();
    const checked = noFields();
    for (const field of new Set(differing.flatMap((name) => turning.touched(name)))) {
      if (!defaults.has(field)) continue;
      const value = turned.fields[field] ?? defaults.get(field);
      if (value === undefined || value === null) values[field] = whole && !isNullable(field) ? undefined : null;
      else if (isPassword(field)) values[field] = value;
      else checked[field] = value;
    }
    const members = turning.present!(withFields(turned.members, present, checked), problems, values);
    if (problems.length > 0) return invalidInput(problems);
    const same = asked.sent.filter((name) => !differing.includes(name)).flatMap((name) => turning.touched(name));
    const held = noFields();
    for (const field of same) if (given.before![field] !== undefined) held[field] = given.before![field];
    given.input = { ...withFields(members, present, { ...held, ...values }), ...given.inputParameters };
    given.fields = whole ? wholeFields(given.before!, [...defaults.keys()], values) : values;
    given.whole = true;
    return undefined;
  };
}

/** The fields of a replace: those that are not turned are as they were. */
function wholeFields(
  before: RecordValue,
  names: readonly string[],
  values: Record<string, unknown>,
): Record<string, unknown> {
  const made = noFields();
  for (const name of names) {
    const value = Object.hasOwn(values, name) ? values[name] : before[name];
    if (value !== undefined) made[name] = value;
  }
  return made;
}

/** Passwords have been hashed by now, and are not looked at again. */
function kindsOf({ resource }: Making): Record<'isPassword' | 'isNullable', (field: string) => boolean> {
  const fields = resource?.plan.fields ?? [];
  const passwords = fields.filter(({ schema }) => 'format' in schema && schema.format?.name === 'password');
  const nullables = fields.filter(({ schema }) => schema.nullable === true);
  const among = (some: typeof fields) => {
    const names = new Set(some.map(({ name }) => name));
    return (field: string) => names.has(field);
  };
  return { isPassword: among(passwords), isNullable: among(nullables) };
}
