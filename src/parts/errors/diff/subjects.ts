import type { BodyShape } from '../../../plan/body.ts';
import type { CodePlan, FieldErrorPlace, FieldErrorPlan } from '../../../plan/plan.ts';
import {
  type Comparison,
  joinPlans,
  normalizeWords,
  type Planned,
  pairByName,
  type Side,
} from '../../diff/comparison.ts';
import { findDifferingFields, type Member, type MemberDifference } from '../../diff/members.ts';
import type { CodeModel, FieldErrorModel } from '../model.ts';
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

/** A row of Field errors in two documents: the same problems at the same places. */
export interface FieldErrorPair {
  readonly called: string;
  readonly old?: Planned<FieldErrorModel, FieldErrorPlan>;
  readonly now?: Planned<FieldErrorModel, FieldErrorPlan>;
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

/** The rows of Field errors of both documents, in the order of each. */
export function pairFieldErrors({ old, now, renamed }: Comparison): FieldErrorPair[] {
  const list = ({ service, plan }: Side, nameOf: (place: FieldErrorPlace) => string) =>
    service.errors.fields.map((model, at) => {
      const planned = plan.errors.fields![at]!;
      const { problems, on = [] } = planned;
      const places = on.length === 0 ? '' : ` on ${on.map(nameOf).sort().join(', ')}`;
      return { model, plan: planned, key: `\`${[...problems].sort().join('; ')}\`${places}` };
    });
  const format = (place: FieldErrorPlace): string => {
    if ('parameter' in place) return `parameter ${place.parameter}${place.operation ? ` of ${place.operation}` : ''}`;
    return 'field' in place ? `${place.holder}.${place.field}` : place.holder;
  };
  const formatOlder = (place: FieldErrorPlace): string => {
    if ('parameter' in place) {
      const { parameter, operation } = place;
      return format(operation === undefined ? place : { ...place, parameter: renamed.parameter(operation, parameter) });
    }
    return format('field' in place ? { ...place, field: renamed.field(place.holder, place.field!) } : place);
  };
  const pairs = pairByName(list(old, format), list(now, formatOlder), ({ key }) => key);
  return pairs.map(({ name, ...pair }) => ({ ...pair, called: name }));
}
