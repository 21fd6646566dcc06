import type { RequestContext } from '../../contracts/request-context.ts';
import { findMissingValue } from '../../expression/conditions/missing.ts';
import { failed, failures } from '../../expression/failures.ts';
import type { Question } from '../../expression/tree.ts';

/** The answer to a question, given the values that it needs; a guess if the store has not been asked yet. */
export function findAnswer(
  { asked }: Pick<RequestContext, 'asked'>,
  question: Question,
  computed: readonly unknown[],
): unknown {
  if (asked === undefined) throw new Error(`nothing answers the question about ${question.resource}`);
  if (computed.some((value) => value === undefined || value === failed)) requireGiven(question, computed);
  const given = computed.map((value) => (value === failed ? undefined : value));
  const key = given.map(writeKey).join(',');
  const known = asked.answers.get(question);
  if (known?.has(key)) return known.get(key);
  const open = asked.open.get(question);
  if (open === undefined) asked.open.set(question, new Map([[key, given]]));
  else open.set(key, given);
  if (question.name === 'exists') return asked.guess;
  if (question.name !== 'count' && question.name !== 'sum') return undefined;
  return question.type.kind === 'decimal' ? '0' : 0;
}

/** Fails without a value that the condition needs: records that it leaves out would count as records that do not match. */
function requireGiven({ where }: Question, given: readonly unknown[]): void {
  const results = given.map((value) => (value === failed ? undefined : value === undefined ? {} : { value }));
  if (findMissingValue(where, results) !== undefined) throw failures.absent;
}

function writeKey(value: unknown): string {
  return JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? `${inner}n` : inner)) ?? '';
}
