import type { FieldPlan } from '../../plan/resource.ts';
import type { Given } from '../../steps/given.ts';
import type { Making } from '../../steps/maker.ts';
import type { FieldProblem, RecordValue } from '../../steps/record.ts';
import type { Refusal } from '../../steps/refusal.ts';
import type { Step } from '../../steps/step.ts';
import type { VersionTurning } from '../../steps/versions.ts';
import { invalidInput } from '../endpoints/serve-body.ts';
import { hiddenIn } from '../endpoints/serve-hidden.ts';
import { patched, patchOf } from '../endpoints/serve-json-patch.ts';
import { mergeOf } from '../endpoints/serve-merge.ts';
import { changesRecord, wrongAsSent } from './serve.ts';

interface Member {
  readonly name: string;
  readonly field: FieldPlan;
  /** It may be sent with its present value only. */
  readonly unchanged: boolean;
}

/** A record as the older version shows it, before and after what was asked for, by the names of the members. */
interface Asked {
  readonly before: RecordValue;
  readonly after: RecordValue;
}

/**
 * Applies what an older caller asks for to the record as its version shows it. The members that then differ are turned and
 * become the input; all others stay as they are.
 */
export function olderPatchStep(making: Making): Step | undefined {
  const { turning, operation, equal } = making;
  if (turning?.check === undefined || turning.present === undefined || !changesRecord(operation.kind)) return undefined;
  const members = membersOf(turning);
  const ask = operation.kind === 'replace' ? replaced(members) : merged(turning, members);
  const asJsonPatch = jsonPatched(turning, members, equal);
  const input = inputOf(making, turning);
  return (given) => {
    const older = turning.down(given.before!);
    const asked = given.bodyKind === 'json patch' ? asJsonPatch(given, older) : ask(given, older);
    if ('condition' in asked) return asked;
    const { before, after } = asked as Asked;
    const differing = members
      .map(({ name }) => name)
      .filter((name) => !equal(before[name] ?? null, after[name] ?? null));
    return input(given, differing, after);
  };
}

function membersOf({ older, shown }: VersionTurning): readonly Member[] {
  const fields = shown.resources.find(({ name }) => name === older.resource)?.fields ?? [];
  const members = older.input?.kind === 'object' ? older.input.members : [];
  return members.flatMap(({ name, field, unchanged }): Member[] => {
    const found = fields.find((one) => one.name === field);
    return found === undefined ? [] : [{ name, field: found, unchanged: unchanged === true }];
  });
}

function shownBefore(members: readonly Member[], older: RecordValue): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const { name, field } of members) if (older[field.name] !== undefined) made[name] = older[field.name];
  return made;
}

type Ask = (given: Given, older: RecordValue) => Asked | Refusal;

/** A merge patch (RFC 7396). */
function merged({ shown }: VersionTurning, members: readonly Member[]): Ask {
  const merge = mergeOf(shown);
  return (given, older) => {
    const before = shownBefore(members, older);
    const after = { ...before };
    for (const { name, field } of members) {
      const value = given.input[name];
      if (value === undefined) continue;
      if (value === null && field.schema.nullable !== true) delete after[name];
      else after[name] = merge(field.schema, before[name], value);
    }
    return { before, after };
  };
}

/** A replace: what may be changed and is left out is absent then. */
function replaced(members: readonly Member[]): Ask {
  return (given, older) => {
    const before = shownBefore(members, older);
    const after: Record<string, unknown> = {};
    for (const { name, unchanged } of members) {
      const sent = given.input[name];
      if (sent !== undefined) after[name] = sent;
      else if (unchanged) after[name] = before[name];
    }
    return { before, after };
  };
}

/** A JSON Patch (RFC 6902): what is never shown cannot be tested or copied by it. */
function jsonPatched({ shown, document }: VersionTurning, members: readonly Member[], equal: Making['equal']): Ask {
  const hidden = hiddenIn(shown, equal);
  const visible = members.filter(({ field }) => !hidden.field(field));
  const sent = (document: unknown, older: RecordValue): unknown => {
    if (typeof document !== 'object' || document === null || Array.isArray(document)) return document;
    const made: Record<string, unknown> = { ...document };
    for (const { name, field } of visible) {
      if (Object.hasOwn(made, name)) made[name] = hidden.sendable(field.schema, older[field.name], made[name]);
    }
    return made;
  };
  return (given, older) => {
    const operations = patchOf(given.body);
    if (!('length' in operations) || document === undefined) return { condition: 'malformed request' };
    const target: Record<string, unknown> = {};
    for (const { name, field } of visible) {
      if (older[field.name] !== undefined) target[name] = hidden.shown(field.schema, older[field.name]);
    }
    const result = patched(target, operations);
    if ('at' in result) {
      return wrongAsSent([{ pointer: `/${result.at}`, problem: 'constraint', message: result.message }]);
    }
    const problems: FieldProblem[] = [];
    const values = document(sent(result.value, older), problems);
    if (problems.length > 0) return wrongAsSent(problems);
    const before = shownBefore(members, older);
    const after: Record<string, unknown> = {};
    for (const { name, field } of members) {
      const value = hidden.restored(field.schema, before[name], values[name]);
      if (value === undefined && hidden.field(field)) after[name] = before[name];
      else if (value !== undefined) after[name] = value;
    }
    return { before, after };
  };
}

/** Makes what turns the members that differ, and puts them in the place of the input. */
function inputOf(making: Making, turning: VersionTurning) {
  const { operation } = making;
  const whole = operation.kind === 'replace';
  const members = operation.input?.kind === 'object' ? operation.input.members : [];
  const fields = new Map(
    members.flatMap((member) =>
      member.field === undefined ? [] : [[member.name, { ...member, field: member.field }]],
    ),
  );
  const isPassword = passwordsOf(making);
  const nullables = new Set(making.resource!.plan.fields.filter((one) => one.schema.nullable).map(({ name }) => name));
  const nullable = (field: string): boolean => nullables.has(field);
  return (given: Given, differing: readonly string[], after: RecordValue): Refusal | undefined => {
    const problems: FieldProblem[] = [];
    const sent: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(after)) if (whole || differing.includes(name)) sent[name] = value;
    const body = turning.up(sent, given.before, whole, problems);
    if (problems.length > 0) return wrongAsSent(problems);
    const touched = new Set(differing.flatMap((name) => turning.touched(name)));
    const turned: Record<string, unknown> = {};
    const values: Record<string, unknown> = {};
    for (const name of touched) {
      const field = fields.get(name)?.field;
      const value = body[name] ?? (whole ? fields.get(name)?.default : undefined);
      if (value === undefined || value === null) {
        if (field !== undefined) values[field] = whole && !nullable(field) ? undefined : null;
      } else if (field !== undefined && isPassword(field)) values[field] = value;
      else turned[name] = value;
    }
    Object.assign(values, turning.present!(turned, problems));
    if (problems.length > 0) return invalidInput(problems);
    given.input = whole ? wholeInput(given.before!, fields, values) : values;
    given.body = whole
      ? Object.fromEntries([...fields.keys()].map((name) => [name, null]))
      : { ...namesOf(touched), ...turned };
    given.bodyKind = 'json patch';
    return undefined;
  };
}

/** A replace whose other fields are as they were. */
function wholeInput(
  before: RecordValue,
  fields: ReadonlyMap<string, { readonly field: string }>,
  values: Record<string, unknown>,
): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const { field } of fields.values()) {
    const value = Object.hasOwn(values, field) ? values[field] : before[field];
    if (value !== undefined) made[field] = value;
  }
  return made;
}

function namesOf(names: Iterable<string>): Record<string, unknown> {
  return Object.fromEntries([...names].map((name) => [name, null]));
}

/** Passwords have been hashed by now, and are not looked at again. */
function passwordsOf({ resource }: Making): (field: string) => boolean {
  const names = new Set(
    (resource?.plan.fields ?? [])
      .filter(({ schema }) => 'format' in schema && schema.format?.name === 'password')
      .map(({ name }) => name),
  );
  return (field) => names.has(field);
}
