import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { quoteSource, toCodeSpan } from '../../../diagnostics/words.ts';

const typeRule =
  'A type is `string`, `integer`, `number`, `boolean`, `object`, `any`, `state`, `one of a, b`, `ref Name`, `map of type` or the name of an object or union. `[]` after it makes a list, ` or null` makes it nullable.';
const formatRule = 'Format is a built-in format, or empty.';
const constraintRule =
  'Constraints is a list separated by `;`, such as `required`, `read-only`, `assigned`, `unique`, `default x`, `1..10`, `pattern …` and `on delete …`.';

/** What is wrong with the words of the cells Type, Format and Constraints. */
export const words = defineDiagnostics('resources', {
  'unknown-type': {
    note: typeRule,
    says: (found: string, suggestion?: string) => ({ message: `Unknown type ${quoteSource(found)}.`, suggestion }),
  },
  'type-expected': {
    note: typeRule,
    says: (after: string) => `A type is missing after ${quoteSource(after)}.`,
  },
  'name-expected': {
    note: '`ref` takes the name of a resource, which begins with an upper-case letter.',
    says: (found: string, suggestion?: string) => ({
      message:
        found === '' ? 'The name of a resource is missing after `ref`.' : `${quoteSource(found)} is not a resource.`,
      suggestion,
    }),
  },
  'value-expected': {
    note: '`one of` takes a list of values separated by `,`.',
    says: (found: string) =>
      found === '' ? 'A value of `one of` is missing.' : `Expected a value of \`one of\`, found ${quoteSource(found)}.`,
  },
  'value-form': {
    note: 'If a value of `one of` has characters other than letters, digits, `_`, `-` and `.`, write it in double quotes.',
    says: (found: string) => ({
      message: `The value ${quoteSource(found)} is not in double quotes.`,
      suggestion: JSON.stringify(found),
    }),
  },
  'type-parentheses': {
    note: 'A list of `one of …`, `map of …` or nullable items needs parentheses: `(one of a, b)[]`, `(string or null)[]`.',
    says: (suggestion: string) => ({
      message: 'The type of the list items is not in parentheses.',
      suggestion,
    }),
  },
  'parenthesis-open': {
    note: typeRule,
    says: () => 'This parenthesis is not closed.',
  },
  'type-deep': {
    note: 'Types can be nested up to 16 levels deep.',
    says: () => 'This type is nested too deeply.',
  },
  'null-in-map': {
    note: '`or null` applies to the whole map. Write a map with nullable values as `map of (string or null)`.',
    says: () => '`or null` is repeated.',
  },
  'after-type': {
    note: typeRule,
    says: (found: string, suggestion?: string) => ({
      message: `Unexpected ${quoteSource(found)} after the type.`,
      suggestion,
    }),
  },
  'format-as-type': {
    note: 'Type is the JSON type of a value, Format is its notation.',
    says: (found: string, type: string) => ({
      message: `${quoteSource(found)} is a format, not a type.`,
      help: `write \`${type}\` in Type and ${quoteSource(found)} in Format`,
      suggestion: type,
    }),
  },
  'unknown-format': {
    note: formatRule,
    says: (found: string, suggestion?: string) => ({
      message: `Unknown format ${quoteSource(found)}.`,
      suggestion,
    }),
  },
  'format-argument': {
    note: '`typeid` takes a prefix, as in `typeid inv`. No other format takes an argument.',
    says: (message: string, suggestion?: string) => ({ message, suggestion }),
  },
  'unknown-constraint': {
    note: constraintRule,
    says: (found: string, suggestion?: string) => ({
      message: `Unknown constraint ${quoteSource(found)}.`,
      suggestion,
    }),
  },
  'empty-constraint': {
    note: constraintRule,
    says: () => ({
      message: 'A constraint is missing beside this `;`.',
      help: 'add the constraint, or remove the `;`',
    }),
  },
  'after-constraint': {
    note: constraintRule,
    says: (found: string, constraint: string) => ({
      message: `Unexpected ${quoteSource(found)} after ${quoteSource(constraint)}.`,
      help: 'separate constraints with `;`',
    }),
  },
  'literal-expected': {
    note: 'A literal is JSON. A string of one word needs no quotes.',
    says: (found: string, suggestion?: string) => ({
      message: found === '' ? 'A value is missing after `default`.' : `${quoteSource(found)} is not a literal.`,
      suggestion,
    }),
  },
  'range-form': {
    note: 'A range is `1..10`, `0..` or `..5`, optionally followed by `characters`, `bytes`, `items` or `keys`.',
    says: (found: string, suggestion?: string) => ({ message: `${quoteSource(found)} is not a range.`, suggestion }),
  },
  'range-unit': {
    note: 'The unit of a range is `characters`, `bytes`, `items`, `keys`, or empty for a number.',
    says: (found: string, suggestion?: string) => ({
      message: `Unknown unit ${quoteSource(found)}.`,
      suggestion,
    }),
  },
  'number-expected': {
    note: '`multiple of` takes a number greater than 0.',
    says: (found: string) =>
      found === ''
        ? 'A number is missing after `multiple of`.'
        : `${quoteSource(found)} is not a number greater than 0.`,
  },
  'code-expected': {
    note: 'Expressions, shapes and patterns are written in code spans.',
    says: (after: string, found: string) => ({
      message:
        found === ''
          ? `A code span is missing after \`${after}\`.`
          : `The text after \`${after}\` is not in a code span.`,
      suggestion: found === '' ? undefined : toCodeSpan(found),
    }),
  },
  'fields-expected': {
    note: '`unique with` takes a list of fields separated by `,`.',
    says: (found: string) =>
      found === '' ? 'A field name is missing.' : `Expected a field name, found ${quoteSource(found)}.`,
  },
  'caller-expected': {
    note: '`assigned from` takes an attribute of the caller, as in `assigned from caller.shop`.',
    says: (found: string) => ({
      message:
        found === ''
          ? 'An attribute is missing after `assigned from`.'
          : `${quoteSource(found)} is not an attribute of the caller.`,
      suggestion: /^[\w-]+$/.test(found) ? `caller.${found}` : undefined,
    }),
  },
  'on-delete': {
    note: '`on delete` takes `restrict`, `cascade` or `clear`.',
    says: (found: string, suggestion?: string) => ({
      message: found === '' ? 'A word is missing after `on delete`.' : `Unknown action ${quoteSource(found)}.`,
      suggestion,
    }),
  },
});
