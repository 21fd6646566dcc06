import type { Making } from '../../contracts/operation-context.ts';
import type { FieldProblem } from '../../contracts/record.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { Given } from '../../contracts/request-context.ts';
import type { Step } from '../../contracts/step.ts';
import type { VersionTurning } from '../../contracts/versions.ts';
import { operationKinds } from '../../plan/kinds.ts';
import { valueAt } from '../../plan/neighbours.ts';
import { type SentField, sentFields, withFields, withoutFields } from '../../plan/sent.ts';
import { invalidInput } from '../endpoints/serve/bodies/body.ts';
import { inputStep } from '../endpoints/serve/bodies/input.ts';
import { checkPatch } from '../endpoints/serve/bodies/json-patch.ts';
import { type SentPlan, sentPlans } from '../endpoints/serve/bodies/sent.ts';
import { noFields } from '../endpoints/serve/change.ts';

/**
 * Reads the body of an older caller as its version does. What makes a record or an input becomes a present body here; what
 * changes a record waits for it, since only what is changed is turned.
 */
export function createUpgrade(making: Making): Step {
  const { operation } = making;
  const turning = making.turning!;
  const check = turning.check!;
  const changes = operationKinds[operation.kind].setsFields;
  const older = olderPlans(turning);
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
        for (const one of older) {
          const otherwise = fields[one.field] === undefined ? defaultIn(one) : undefined;
          if (otherwise !== undefined) fields[one.field] = otherwise;
        }
        const turned = turning.up(sent, undefined, true, problems);
        // A default comes without the object around it: it joins what was sent when the body is checked.
        const isPlaced = ({ path }: SentField) => valueAt(turned.members, path.slice(0, -1)) !== undefined;
        const { true: placed = [], false: others = [] } = Object.groupBy(present, (one) => `${isPlaced(one)}`);
        given.body = withFields(turned.members, placed, turned.fields);
        if (others.length > 0) given.defaults = fieldsOf(others, turned.fields);
      } else given.body = members;
    }
    tellAsSent(given, problems);
    return undefined;
  };
}

function fieldsOf(some: readonly SentField[], values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const made = noFields();
  for (const { field } of some) if (values[field] !== undefined) made[field] = values[field];
  return made;
}

/** The fields that the Request of an older version takes, as that version states them. */
export function olderPlans({ older, shown }: VersionTurning): readonly SentPlan[] {
  return sentPlans(older.input, shown.resources.find(({ name }) => name === older.resource)?.fields ?? []);
}

/** The default that an older version states for a field, as a body has it. */
export function defaultIn({ plan: { schema, default: otherwise } }: SentPlan): unknown {
  const wide = schema.type === 'integer' && typeof otherwise === 'string';
  return wide ? BigInt(otherwise) : structuredClone(otherwise);
}

/** The step that checks bodies, for older callers: with what was found wrong before, or of what was turned. */
export function olderInput(making: Making, present: Step): Step {
  const { turning, operation } = making;
  if (turning === undefined) return present;
  const waits = operationKinds[operation.kind].setsFields && turning.check !== undefined;
  const hasBody = turning.check !== undefined;
  const { input: _, ...bodiless } = making.code;
  const empty = hasBody || operation.input === undefined ? undefined : inputStep({ ...making, code: bodiless });
  return (given) => {
    // Of a request without a body, the steps of a list may find more that is wrong.
    if (hasBody && given.problems !== undefined && given.problems.length > 0) return invalidInput(given.problems);
    if (waits) return undefined;
    const done = empty?.(given) ?? present(given);
    if (given.defaults !== undefined) given.fields = Object.assign(noFields(), given.defaults, given.fields);
    return done;
  };
}

/** The step that looks at fixed fields, for older callers: what is wrong with the changed record is answered after it. */
export function olderFixed({ turning, operation }: Making, fixed: Step): Step {
  if (turning?.check === undefined || !operationKinds[operation.kind].setsFields) return fixed;
  return (given) => {
    const refusal = fixed(given);
    if (refusal !== undefined || given.problems === undefined || given.problems.length === 0) return refusal;
    return invalidInput(given.problems);
  };
}

/** Notes problems that are told by the older names. */
export function tellAsSent(given: Given, problems: readonly FieldProblem[]): void {
  tell(
    given,
    problems.map((one) => ({ ...one, asSent: true })),
  );
}

/** Notes problems that are answered together. */
export function tell(given: Given, problems: readonly FieldProblem[]): void {
  if (problems.length > 0) given.problems = [...(given.problems ?? []), ...problems];
}

/** Turns a request down for what is wrong with it by its own names. */
export function wrongAsSent(problems: readonly FieldProblem[]): Refusal {
  return invalidInput(problems.map((one) => ({ ...one, asSent: true })));
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
