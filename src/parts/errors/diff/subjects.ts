import type { BodyShape } from '../../../plan/body.ts';
import type { CodePlan } from '../../../plan/plan.ts';
import {
  type Comparison,
  joinPlans,
  normalizeWords,
  type Planned,
  pairByName,
  type Side,
} from '../../diff/comparison.ts';
import { findDifferingFields, type Member, type MemberDifference } from '../../diff/members.ts';
import type { CodeModel } from '../model.ts';
import type { AnswerMove } from './answers.ts';

/** A code in one document. */
export type CodeSide = Planned<CodeModel, CodePlan>;

/** A code in two documents. */
export interface CodePair {
  readonly comparison: Comparison;
  readonly code: string;
  readonly old?: CodeSide;
  readonly now?: CodeSide;
  /** Of a code that is new: the first of the older codes in whose place it answers. */
  readonly tookOver?: string | undefined;
}

/** A member of the body of refusals that differs. */
export type RefusalMember = MemberDifference & { readonly comparison: Comparison };

/** The codes of both documents. */
export function pairCodes(comparison: Comparison, moves: readonly AnswerMove[]): CodePair[] {
  const { old, now, renamed } = comparison;
  const pairs = pairByName(
    listCodes(old),
    listCodes(now),
    ({ plan }) => plan.code,
    (code) => renamed.code(code),
  );
  return pairs.map(({ name, ...pair }) => {
    const tookOver = moves.find(({ before, after }) => before !== undefined && after === name)?.before;
    return { ...pair, comparison, code: name, tookOver };
  });
}

function listCodes({ service, plan }: Side): CodeSide[] {
  return joinPlans(service.errors.codes, (model) => plan.errors.codes.find(({ code }) => code === model.code.value));
}

/** The members of the body of refusals that differ, where both documents state a shape. */
export function findErrorBodyDifferences(comparison: Comparison): RefusalMember[] {
  const { old, now } = comparison;
  const [before, after] = [old.plan.errors.body, now.plan.errors.body];
  const words = [old, now].map(({ service: { errors } }) =>
    errors.body?.kind === 'shape' ? normalizeWords(errors.body.words) : '',
  );
  if (before?.kind !== 'shape' || after?.kind !== 'shape' || words[0] === words[1]) return [];
  const [older, newer] = [listBodyFields(before.shape), listBodyFields(after.shape)];
  return findDifferingFields(comparison, undefined, older, newer).map((member) => ({ ...member, comparison }));
}

/** The members of a body, those of members with their paths; a body that is no object is one member of its own. */
function listBodyFields(shape: BodyShape, path = '', optional = false): Member[] {
  const own =
    path === '' ? [] : [{ path, optional, holds: shape.kind === 'object' ? 'object' : JSON.stringify(shape) }];
  if (shape.kind !== 'object') return own.length > 0 ? own : listBodyFields(shape, 'the body');
  const inside = shape.members.flatMap((member) =>
    listBodyFields(member.shape, path === '' ? member.name : `${path}.${member.name}`, member.optional),
  );
  return [...own, ...inside];
}
