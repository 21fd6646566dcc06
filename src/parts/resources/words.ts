import type { PlainType } from './model.ts';

/** What deleting a record does to the records that refer to it: the words behind `on delete`. */
export const onDeleteWords = ['restrict', 'cascade', 'clear'] as const;

const byWord: Readonly<Record<PlainType, true>> = {
  string: true,
  integer: true,
  number: true,
  boolean: true,
  object: true,
  any: true,
  file: true,
  state: true,
};
/** The types of one word. */
export const plainTypes = Object.keys(byWord) as readonly PlainType[];
