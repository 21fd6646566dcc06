/** A value that the Message of a row can name, by kind of field error. */
export type FieldFact = 'min' | 'max' | 'step' | 'values';

interface FieldErrorKind {
  /** The coarser kind that covers it. */
  readonly within?: 'type' | 'constraint';
  readonly gives?: FieldFact;
}

/** The kinds of what can be wrong with a field. */
const kinds = {
  missing: {},
  unknown: {},
  type: {},
  null: { within: 'type' },
  'not one of': { within: 'type', gives: 'values' },
  format: {},
  constraint: {},
  'too short': { within: 'constraint', gives: 'min' },
  'too long': { within: 'constraint', gives: 'max' },
  'too small': { within: 'constraint', gives: 'min' },
  'too large': { within: 'constraint', gives: 'max' },
  'too few': { within: 'constraint', gives: 'min' },
  'too many': { within: 'constraint', gives: 'max' },
  pattern: { within: 'constraint' },
  'multiple of': { within: 'constraint', gives: 'step' },
  'duplicate items': { within: 'constraint' },
  present: { within: 'constraint' },
  reference: {},
  fixed: {},
  'not unique': {},
  refused: {},
} as const satisfies Readonly<Record<string, FieldErrorKind>>;

/** A kind of what is wrong with a field; `refused`: a row of Errors or a handler names the field. */
export type FieldErrorName = keyof typeof kinds;

/** The words for a value outside the lower and the upper bound of a range, by unit. */
export const beyondBounds = {
  value: ['too small', 'too large'],
  characters: ['too short', 'too long'],
  bytes: ['too short', 'too long'],
  items: ['too few', 'too many'],
  keys: ['too few', 'too many'],
} as const;

/** The words of the column Problem: all kinds that a row may word, `empty` for an empty value, `any` for all. */
export const fieldErrorWords: readonly string[] = [
  ...Object.keys(kinds).filter((name) => name !== 'refused'),
  'empty',
  'any',
];

/** The words that cover a problem, the most special first; none for a refusal, which has a message of its own. */
export function listCoveringWords(problem: FieldErrorName, empty: boolean): readonly string[] {
  if (problem === 'refused') return [];
  const { within }: FieldErrorKind = kinds[problem];
  return [...(empty ? ['empty'] : []), problem, ...(within === undefined ? [] : [within]), 'any'];
}

/** The fact that each problem of a word has; none where some have none. */
export function findFieldFact(word: string): FieldFact | undefined {
  return Object.hasOwn(kinds, word) ? (kinds[word as FieldErrorName] as FieldErrorKind).gives : undefined;
}

/** The message for a text that must be stored as a hash, and has reached a record in another way than a request. */
export const unhashedMessage = 'must be sent directly, so that it can be hashed';
