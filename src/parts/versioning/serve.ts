import { valueAt } from '../../plan/neighbours.ts';
import { type SentField, sentFields, withFields, withoutFields } from '../../plan/sent.ts';
import type { InputMember } from '../../plan/shape.ts';
import type { Given } from '../../steps/given.ts';
import type { Making } from '../../steps/maker.ts';
import type { FieldProblem } from '../../steps/record.ts';
import type { Refusal } from '../../steps/refusal.ts';
import type { Step } from '../../steps/step.ts';
import { inputStep, invalidInput } from '../endpoints/serve-body.ts';
import { noFields } from '../endpoints/serve-change.ts';
import { checkPatch } from '../endpoints/serve-json-patch.ts';

type Body = Record<string, unknown>;

/** Turns requests down that name no version, one that is not served, or two. */
export function versionStep({ plan }: Making): Step | undefined {
  return plan.versioning.placements.length === 0 ? undefined : (given) => given.versionRefusal;
}

/**
 * Reads the body of an older caller as its version does. What makes a record or an input becomes a present body here; what
 * changes a record waits for it, since only what is changed is turned.
 */
export function requestStep(making: Making): Step | undefined {
  const { turning, operation } = making;
  const check = turning?.check;
  if (turning === undefined || check === undefined) return undefined;
  const changes = changesRecord(operation.kind);
  const older = sentFields(turning.older.input);
  const present = sentFields(operation.input);
  return (given) => {
    if (given.bodyKind === 'json patch') return checkPatch(given);
    const problems: FieldProblem[] = [];
    const fields = noFields();
    const members = check(given.body, problems, fields);
    if (problems.length === 0) {
      const sent = { fields, members: withoutFields(members, older) };
      if (changes) given.older = sent;
      else if (isPlain(members)) {
        for (const one of older) setDefault(fields, one, members);
        const turned = turning.up(sent, undefined, true, problems);
        given.body = withFields(turned.members, present, turned.fields);
      } else given.body = members;
    }
    tell(given, problems);
    return undefined;
  };
}

/** Gives a field that was left out the default of its version, if the objects around it were sent. */
function setDefault(fields: Body, { field, member, path }: SentField, body: Body): void {
  if (fields[field] !== undefined || member.default === undefined) return;
  if (valueAt(body, path.slice(0, -1)) !== undefined) fields[field] = defaultIn(member);
}

/** The default of a member that an older version states, as a body has it. */
export function defaultIn({ shape, default: otherwise }: InputMember): unknown {
  const wide = shape.kind === 'value' && shape.schema.type === 'integer' && typeof otherwise === 'string';
  return wide ? BigInt(otherwise) : structuredClone(otherwise);
}

/** Whether an operation changes a record by what is sent of it. */
export function changesRecord(kind: Making['operation']['kind']): boolean {
  return kind === 'update' || kind === 'replace';
}

/** The step that checks bodies, for older callers: with what was found wrong before, or of what was turned. */
export function olderInput(making: Making, present: Step | undefined): Step | undefined {
  const { turning, operation } = making;
  if (turning === undefined) return present;
  const waits = changesRecord(operation.kind) && turning.check !== undefined;
  const hasBody = turning.check !== undefined;
  const { input: _, ...bodiless } = making.code;
  const empty = hasBody || operation.input === undefined ? undefined : inputStep({ ...making, code: bodiless });
  return (given) => {
    if (given.problems !== undefined && given.problems.length > 0) return invalidInput(given.problems);
    if (waits) return undefined;
    return empty?.(given) ?? present?.(given);
  };
}

/** Notes problems that are told by the older names. */
function tell(given: Given, problems: readonly FieldProblem[]): void {
  if (problems.length === 0) return;
  given.problems = [...(given.problems ?? []), ...problems.map((one): FieldProblem => ({ ...one, asSent: true }))];
}

/** Turns a request down for what is wrong with it by its own names. */
export function wrongAsSent(problems: readonly FieldProblem[]): Refusal {
  return invalidInput(problems.map((one) => ({ ...one, asSent: true })));
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
