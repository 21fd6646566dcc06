import type { CodePlan } from '../../../plan/plan.ts';
import { type Comparison, paired, type Side, wordsOf } from '../../comparing/comparison.ts';
import { answerMembersOf, differingMembers, type MemberDifference } from '../../comparing/members.ts';
import type { CodeModel } from '../model.ts';

/** A code in one document. */
export interface CodeSide {
  readonly model: CodeModel;
  readonly plan: CodePlan;
}

/** A code in two documents. */
export interface CodePair {
  readonly comparison: Comparison;
  readonly code: string;
  readonly old?: CodeSide;
  readonly now?: CodeSide;
}

/** A condition that both documents answer, each with a code. */
export interface ConditionPair {
  readonly condition: string;
  readonly old: CodeSide;
  readonly now: CodeSide;
  /** The code by which the newer document would call the older code. */
  readonly same: boolean;
}

/** The bodies of refusals in two documents. */
export type BodyPair = Comparison;

/** A member of the body of refusals that differs. */
export type RefusalMember = MemberDifference & { readonly comparison: Comparison };

/** The codes of both documents. */
export function codePairs(comparison: Comparison): CodePair[] {
  const { old, now, renamed } = comparison;
  const pairs = paired(
    codesOf(old),
    codesOf(now),
    ({ plan }) => plan.code,
    (code) => renamed.code(code),
  );
  return pairs.map(({ name, ...pair }) => ({ ...pair, comparison, code: name }));
}

function codesOf({ service, plan }: Side): CodeSide[] {
  return service.errors.codes.flatMap((model) => {
    const found = plan.errors.codes.find(({ code }) => code === model.code.value);
    return found === undefined ? [] : [{ model, plan: found }];
  });
}

/** The conditions of a code, as texts that can be compared: `guard fails on pay Invoice`. */
export function conditionsOf({ plan }: CodeSide): string[] {
  return plan.conditions.map(({ name, on, raisedBy }) => {
    const where = on === undefined ? '' : ` on ${on.name}`;
    return raisedBy === undefined ? `${name}${where}` : `raised by ${raisedBy}`;
  });
}

/** The conditions that both documents answer. */
export function conditionPairs({ old, now, renamed }: Comparison): ConditionPair[] {
  const by = (side: Side): Map<string, CodeSide> =>
    new Map(codesOf(side).flatMap((code) => conditionsOf(code).map((condition) => [condition, code] as const)));
  const before = by(old);
  return [...by(now)].flatMap(([condition, code]) => {
    const was = before.get(condition);
    if (was === undefined) return [];
    return [{ condition, old: was, now: code, same: renamed.code(code.plan.code) === was.plan.code }];
  });
}

/** The members of the body of refusals that differ, where both documents state a shape. */
export function refusalMembers(comparison: Comparison): RefusalMember[] {
  const { old, now } = comparison;
  const [before, after] = [old.plan.errors.body, now.plan.errors.body];
  const words = [old, now].map(({ service: { errors } }) =>
    errors.body?.kind === 'shape' ? wordsOf(errors.body.words) : '',
  );
  if (before?.kind !== 'shape' || after?.kind !== 'shape' || words[0] === words[1]) return [];
  const shapes = answerMembersOf(comparison, { of: undefined }, before.shape, after.shape);
  return differingMembers(comparison, undefined, shapes.before, shapes.after).map((one) => ({ ...one, comparison }));
}

/** The place of the Body line in a document. */
export function bodySpan({ service }: Side): { readonly start: number; readonly end: number } | undefined {
  const { body } = service.errors;
  return body?.kind === 'shape' ? body.words.span : body?.span;
}
