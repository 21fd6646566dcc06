import { findNearest } from '../../text/nearest.ts';
import { present } from '../../text/present.ts';

/** The mistakes in the arguments of `has`, macros and `next`. */
export const calls = {
  'has-what': {
    means: 'The argument of `has` is not a field or `old`.',
    why: '`has` checks whether a value exists, and only fields and the old record can be absent.',
    note: '`has` checks whether a field is present: `has(name)`, `has(record.a.b)`, `has(input.x)`, `has(old)`.',
    says: () => '`has` requires a field or `old`.',
  },
  'changed-what': {
    means: 'The argument of `changed` is not a field of the record.',
    why: '`changed` compares a field of the record with the same field before the change.',
    note: '`changed` takes a field of the record: `changed(total)`, `changed(address.city)`.',
    says: () => '`changed` requires a field of the record.',
  },
  'macro-variable': {
    means: 'The first argument of `all`, `exists`, `map` or `filter` is not a plain name.',
    why: 'The name stands for each item in the second argument.',
    note: 'The first argument of all, exists, exists_one, map and filter is a new name for the item.',
    says: (name: string, why: string) => `\`${name}\` cannot name the item: ${why}.`,
  },
  'next-not-allowed': {
    means: 'An expression uses `next` outside an Effect.',
    why: '`next` takes a number from a sequence, which may happen only once, when a record is written.',
    note: '`next(field, a, b)` takes a number from a sequence and is allowed only in an Effect.',
    says: (place: string) => `\`next\` cannot be used in ${place}.`,
  },
  'no-link': {
    means: 'An expression uses `link` where Nonet cannot make a link to the file.',
    why: 'A link shows a file without a credential, so the document states which operation serves it and for how long.',
    note: '`image.link()` is in a response, a payload or an email. `image` is a field of the record, and the `read` that returns it has the line Signed links.',
    says: (why: string) => `This file has no link: ${why}.`,
  },
  'next-field': {
    means: 'An argument of `next` is not a stored field of the record.',
    why: '`next` counts within the records that have the same values in these fields.',
    note: 'The arguments of `next(field, a, b)` are an integer field of the record and the stored fields to count within.',
    says: (found: string, why: string, candidates: readonly string[]) => ({
      message: `\`${found}\` ${why}.`,
      ...present({ suggestion: findNearest(found, candidates) }),
    }),
  },
} as const;
