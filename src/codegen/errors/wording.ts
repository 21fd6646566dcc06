import type { FieldError } from '../../contracts/record.ts';
import { type FieldFact, listCoveringWords } from '../../plan/fields/field-errors.ts';
import type { FieldErrorPlace, FieldErrorPlan } from '../../plan/plan.ts';
import type { Json } from '../../plan/schema.ts';
import { type FieldLocation, formatPath } from './places.ts';

/** The wording of a field error by the rows of Field errors. */
export interface Worded {
  readonly message?: string;
  readonly code?: Json;
}

/** Words a problem by the rows of Field errors; `operation` is the one whose parameter it may be. */
export type Wording = (fieldError: FieldError, location: FieldLocation, operation: string | undefined) => Worded;

/** By a place of the column On, then by a word of the column Problem. */
type Rows = ReadonlyMap<string, ReadonlyMap<string, FieldErrorPlan>>;

/**
 * Makes the wording of a document. Message and Code are looked up each for itself: first in the rows for the very field or
 * parameter, then in those for its resource or object, then in those for all; in each by the most special word for the problem.
 */
export function createWording(rows: readonly FieldErrorPlan[] = []): Wording {
  if (rows.length === 0) return () => ({});
  const [messages, codes] = [indexRows(rows, 'message'), indexRows(rows, 'code')];
  return (fieldError, location, operation) => {
    const targets = listTargets(fieldError, location, operation);
    const words = listCoveringWords(fieldError.problem, fieldError.empty === true);
    const message = find(messages, targets, words)?.message;
    const code = find(codes, targets, words)?.code;
    return {
      ...(message === undefined ? {} : { message: fillMessage(message, fieldError, location) }),
      ...(code === undefined ? {} : { code }),
    };
  };
}

const everywhere = '';

function indexRows(all: readonly FieldErrorPlan[], column: 'message' | 'code'): Rows {
  const rows = new Map<string, Map<string, FieldErrorPlan>>();
  for (const row of all) {
    if (row[column] === undefined) continue;
    for (const target of row.on?.map(buildTargetKey) ?? [everywhere]) {
      const known = rows.get(target) ?? new Map<string, FieldErrorPlan>();
      rows.set(target, known);
      for (const problem of row.problems) if (!known.has(problem)) known.set(problem, row);
    }
  }
  return rows;
}

function buildTargetKey(place: FieldErrorPlace): string {
  if ('parameter' in place) return JSON.stringify([place.parameter, place.operation ?? null]);
  return place.field === undefined ? place.holder : `${place.holder}.${place.field}`;
}

/** The places of the column On that a problem is at, the most special first. */
function listTargets(
  { parameter }: FieldError,
  { of }: FieldLocation,
  operation: string | undefined,
): readonly string[] {
  if (parameter !== undefined) {
    const own = operation === undefined ? [] : [{ parameter, operation }];
    return [...[...own, { parameter }].map(buildTargetKey), everywhere];
  }
  return of === undefined ? [everywhere] : [...[of, { holder: of.holder }].map(buildTargetKey), everywhere];
}

function find(rows: Rows, targets: readonly string[], words: readonly string[]): FieldErrorPlan | undefined {
  for (const target of targets) {
    const known = rows.get(target);
    if (known === undefined) continue;
    for (const word of words) {
      const row = known.get(word);
      if (row !== undefined) return row;
    }
  }
  return undefined;
}

/** The Message with what it says of the field and the bound in its braces. */
function fillMessage(message: string, { facts = {} }: FieldError, location: FieldLocation): string {
  return message.replace(/\{([a-z]+)\}/g, (whole, word: string) => {
    if (word === 'name') return location.name;
    if (word === 'path') return formatPath(location);
    return facts[word as FieldFact] ?? whole;
  });
}
