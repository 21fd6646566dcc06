import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { quoteSource, toCodeSpan } from '../../../diagnostics/words.ts';

const typeRule =
  'A type is `string`, `integer`, `number`, `boolean`, `object`, `any`, `state`, `one of a, b`, `ref Name`, `map of type` or the name of an object or union; `[]` makes a list of it, ` or null` lets it be null.';
const formatRule = 'The cell Format holds one of the formats of the language, or nothing.';
const constraintRule =
  'Constraints are items separated by `;`: presence, direction, what the service assigns, uniqueness, ranges, patterns, and for a `ref` what deleting does.';

/** What is wrong with the words of the cells Type, Format and Constraints. */
export const words = defineDiagnostics('resources', {
  'unknown-type': {
    note: typeRule,
    says: (found: string, suggestion?: string) => ({ message: `There is no type ${quoteSource(found)}.`, suggestion }),
  },
  'type-expected': {
    note: typeRule,
    says: (after: string) => `A type is missing after ${quoteSource(after)}.`,
  },
  'name-expected': {
    note: '`ref` is followed by the name of a resource; names begin with an upper-case letter.',
    says: (found: string, suggestion?: string) => ({
      message:
        found === '' ? 'The name of a resource is missing after `ref`.' : `${quoteSource(found)} names no resource.`,
      suggestion,
    }),
  },
  'value-expected': {
    note: '`one of` is followed by its values, separated by `,`.',
    says: (found: string) =>
      found === ''
        ? 'A value of `one of` is missing.'
        : `${quoteSource(found)} stands where a value of \`one of\` is due.`,
  },
  'value-form': {
    note: 'A value of `one of` with other characters than letters, digits, `_`, `-` and `.` stands in double quotes.',
    says: (found: string) => ({
      message: `The value ${quoteSource(found)} is not in double quotes.`,
      suggestion: JSON.stringify(found),
    }),
  },
  'type-parentheses': {
    note: '`[]` after `one of …` or `map of …`, and items that may be null, need parentheses: `(one of a, b)[]`, `(string or null)[]`.',
    says: (suggestion: string) => ({
      message: 'This list needs parentheses around the type of its items.',
      suggestion,
    }),
  },
  'parenthesis-open': {
    note: typeRule,
    says: () => 'This parenthesis is not closed.',
  },
  'type-deep': {
    note: 'Types may be nested sixteen deep.',
    says: () => 'This type is nested too deeply.',
  },
  'null-in-map': {
    note: '`map of` takes everything up to ` or null`, and `or null` speaks of the whole; a map whose values may be null is `map of (string or null)`.',
    says: () => '`or null` stands twice.',
  },
  'after-type': {
    note: typeRule,
    says: (found: string, suggestion?: string) => ({
      message: `${quoteSource(found)} is not understood behind the type.`,
      suggestion,
    }),
  },
  'format-as-type': {
    note: 'The cell Type holds what a value is, the cell Format how it is written.',
    says: (found: string, type: string) => ({
      message: `${quoteSource(found)} is a format: it stands in the cell Format of a field of type \`${type}\`.`,
      suggestion: type,
    }),
  },
  'unknown-format': {
    note: formatRule,
    says: (found: string, suggestion?: string) => ({
      message: `There is no format ${quoteSource(found)}.`,
      suggestion,
    }),
  },
  'format-argument': {
    note: '`typeid` is followed by its prefix, as in `typeid inv`; no other format takes a word.',
    says: (message: string, suggestion?: string) => ({ message, suggestion }),
  },
  'unknown-constraint': {
    note: constraintRule,
    says: (found: string, suggestion?: string) => ({
      message: `There is no constraint ${quoteSource(found)}.`,
      suggestion,
    }),
  },
  'empty-constraint': {
    note: constraintRule,
    says: () => 'There is nothing at this `;`.',
  },
  'after-constraint': {
    note: constraintRule,
    says: (found: string, constraint: string) =>
      `${quoteSource(found)} is not understood behind ${quoteSource(constraint)}; constraints are separated by \`;\`.`,
  },
  'literal-expected': {
    note: 'A literal is JSON, or one word without quotes where a string is due; a text of several words stands in double quotes.',
    says: (found: string, suggestion?: string) => ({
      message:
        found === ''
          ? 'The value is missing after `default`; a field that is null without it needs none.'
          : `${quoteSource(found)} is no literal.`,
      suggestion,
    }),
  },
  'range-form': {
    note: 'A range is `1..10`, `0..` or `..5`, then nothing, `characters`, `bytes`, `items` or `keys`.',
    says: (found: string, suggestion?: string) => ({ message: `${quoteSource(found)} is no range.`, suggestion }),
  },
  'range-unit': {
    note: 'A range counts the number itself, or `characters`, `bytes`, `items` or `keys`.',
    says: (found: string, suggestion?: string) => ({
      message: `A range cannot count ${quoteSource(found)}.`,
      suggestion,
    }),
  },
  'number-expected': {
    note: '`multiple of` is followed by a number above zero.',
    says: (found: string) =>
      found === '' ? 'The number is missing after `multiple of`.' : `${quoteSource(found)} is no number above zero.`,
  },
  'code-expected': {
    note: 'Expressions, shapes and patterns stand in code spans.',
    says: (after: string, found: string) => ({
      message:
        found === ''
          ? `A code span is missing after \`${after}\`.`
          : `What follows \`${after}\` is not in a code span.`,
      suggestion: found === '' ? undefined : toCodeSpan(found),
    }),
  },
  'fields-expected': {
    note: '`unique with` is followed by the names of fields, separated by `,`.',
    says: (found: string) =>
      found === ''
        ? 'The name of a field is missing.'
        : `${quoteSource(found)} stands where the name of a field is due.`,
  },
  'caller-expected': {
    note: '`assigned from` is followed by an attribute of the caller, as in `assigned from caller.shop`.',
    says: (found: string) => ({
      message:
        found === ''
          ? 'An attribute is missing after `assigned from`.'
          : `${quoteSource(found)} is no attribute of the caller.`,
      suggestion: /^[\w-]+$/.test(found) ? `caller.${found}` : undefined,
    }),
  },
  'on-delete': {
    note: '`on delete` is followed by `restrict`, `cascade` or `clear`.',
    says: (found: string, suggestion?: string) => ({
      message: found === '' ? 'What deleting does is missing.' : `Deleting cannot ${quoteSource(found)}.`,
      suggestion,
    }),
  },
});
