import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { listWords, quoteSource, sayUnknown, sayUnquoted, toCodeSpan } from '../../../diagnostics/words.ts';
import { formats } from '../formats/index.ts';

const typeRule =
  'A type is `string`, `integer`, `number`, `boolean`, `object`, `any`, `file`, `state`, a format such as `date`, `one of a, b`, `ref Name`, `map of type` or the name of an object or union. `[]` after it makes a list, ` or null` makes it nullable.';
const constraintRule =
  'Constraints is a list separated by `;`, such as `required`, `read-only`, `assigned`, `unique`, `default x`, `1..10`, `pattern …` and `on delete …`.';
const allConstraints =
  'A constraint is a range such as `1..10` or `..200 characters`, `required`, `default …`, `read-only`, `create-only`, `write-only`, `internal`, `shown once`, `assigned`, `assigned from caller.…`, `assigned from session.…`, `assigned on update`, `= …`, `identity`, `unique`, `unique with …`, `unique ignoring case`, `unique ignoring case with …`, `unique where …`, `unique items`, `multiple of …`, `pattern …`, `on delete …`, or the media types of a file such as `image/png, image/jpeg`.';

/** The words of a format with a place for its argument. */
function formatWords({ name, argument }: (typeof formats)[number]): string {
  return argument === undefined ? name : `${name} …`;
}

/** What is wrong with the words of the cells Type and Constraints. */
export const words = defineDiagnostics('resources', {
  'unknown-type': {
    means: 'A type is not one that Nonet knows.',
    why: 'The service could not validate or store values of the field.',
    note: `${typeRule} The formats are ${listWords(formats.map(formatWords))}.`,
    says: sayUnknown('type'),
  },
  'type-expected': {
    means: 'A type ends where another type is expected.',
    why: 'Nonet cannot complete the type for its author.',
    note: typeRule,
    says: (after: string) => `A type is missing after ${quoteSource(after)}.`,
  },
  'name-expected': {
    means: '`ref` has no name of a resource after it.',
    why: 'The service checks each reference against the records of one resource.',
    note: '`ref` takes the name of a resource, which begins with an upper-case letter.',
    says: (found: string, suggestion?: string) => ({
      message:
        found === '' ? 'The name of a resource is missing after `ref`.' : `${quoteSource(found)} is not a resource.`,
      suggestion,
    }),
  },
  'value-expected': {
    means: '`one of` lists no value, or ends with a comma.',
    why: 'A value may have been lost there, and clients could not send it.',
    note: '`one of` takes a list of values separated by `,`.',
    says: (found: string) =>
      found === '' ? 'A value of `one of` is missing.' : `Expected a value of \`one of\`, found ${quoteSource(found)}.`,
  },
  'value-form': {
    means: 'A value of `one of` has characters that Nonet could read as something else.',
    why: 'Quotes show exactly which characters belong to the value.',
    note: 'If a value of `one of` has characters other than letters, digits, `_`, `-` and `.`, write it in double quotes.',
    says: (found: string) => sayUnquoted('value', found),
  },
  'type-parentheses': {
    means: 'A type combines `[]` with `one of`, `map of` or `or null` without parentheses.',
    why: 'Without them, it is unclear whether the list or its items have the property.',
    note: 'A list of `one of …`, `map of …` or nullable items needs parentheses: `(one of a, b)[]`, `(string or null)[]`.',
    says: (suggestion: string) => ({
      message: 'The type of the list items is not in parentheses.',
      suggestion,
    }),
  },
  'parenthesis-open': {
    means: 'A parenthesis in a type is not closed.',
    why: 'The end of the inner type would be ambiguous.',
    note: typeRule,
    says: () => 'This parenthesis is not closed.',
  },
  'type-deep': {
    means: 'A type is nested too deeply.',
    why: 'The bound protects the service from requests that exhaust the stack.',
    note: 'Types can be nested up to 16 levels deep.',
    says: () => 'This type is nested too deeply.',
  },
  'password-items': {
    means: 'A list or a map holds passwords.',
    why: 'Only a hash of each password is stored and none is ever returned, so no client could update or find one item.',
    note: 'The type `password` is for a field of a resource or an object. It cannot be in a list or map.',
    help: 'make it a field of an object, and list the object',
    says: () => 'A list or map cannot hold passwords.',
  },
  'null-in-map': {
    means: '`or null` is written twice, or where it is unclear whether it applies to the map or its values.',
    why: 'A map that may be null differs from a map of values that may be null.',
    note: '`or null` applies to the whole map. Write a map with nullable values as `map of (string or null)`.',
    says: () => '`or null` is repeated.',
  },
  'after-type': {
    means: 'A type has text after it that does not belong to it.',
    why: 'The text may carry a meaning for its author, such as a misspelled `or null`.',
    note: typeRule,
    says: (found: string, suggestion?: string) => ({
      message: `Unexpected ${quoteSource(found)} after the type.`,
      suggestion,
    }),
  },
  'format-after-type': {
    means: 'A format follows the type of its values.',
    why: 'A format is a type of its own, so the word before it says nothing.',
    note: 'A format is written alone: `date`, not `string date`.',
    says: (type: string, format: string) => ({
      message: `${quoteSource(format)} is a type of its own, but follows ${quoteSource(type)}.`,
      suggestion: format,
    }),
  },
  'format-argument': {
    means: 'A format has no argument, or one that it does not take.',
    why: 'A TypeID begins with a prefix, so the format is incomplete without it.',
    note: '`typeid` takes a prefix, as in `typeid inv`.',
    says: (message: string) => message,
  },
  'unknown-constraint': {
    means: 'A constraint is not one that Nonet knows.',
    why: 'The service would not check it, so values that its author wanted to reject would be stored.',
    note: allConstraints,
    says: (found: string, meant: { readonly suggestion?: string | undefined; readonly help?: string }) => ({
      message: `Unknown constraint ${quoteSource(found)}.`,
      ...meant,
    }),
  },
  'after-constraint': {
    means: 'A constraint has text after it that does not belong to it.',
    why: 'Constraints are separated by `;`, so a missing one would hide the second constraint.',
    note: constraintRule,
    help: 'separate constraints with `;`',
    says: (found: string, constraint: string) => `Unexpected ${quoteSource(found)} after ${quoteSource(constraint)}.`,
  },
  'literal-expected': {
    means: 'A constraint takes a literal, but its text is not one.',
    why: 'Without quotes, Nonet cannot see where the value ends.',
    note: 'A literal is JSON. A string of one word needs no quotes.',
    says: (found: string, suggestion?: string) => ({
      message: found === '' ? 'A value is missing after `default`.' : `${quoteSource(found)} is not a literal.`,
      suggestion,
    }),
  },
  'range-form': {
    means: 'A range does not have the form `from..to`.',
    why: 'A hyphen could also be a minus sign, so ranges use two dots.',
    note: 'A range is `1..10`, `0..` or `..5`, optionally followed by `characters`, `bytes`, `items` or `keys`.',
    says: (found: string, suggestion?: string) => ({ message: `${quoteSource(found)} is not a range.`, suggestion }),
  },
  'range-unit': {
    means: 'The unit of a range is not one that Nonet counts.',
    why: 'The same string has different numbers of characters and bytes, so the unit must be exact.',
    note: 'The unit of a range is `characters`, `bytes`, `items`, `keys`, or empty for a number. A size may be in kB, MB, GB, KiB, MiB or GiB.',
    says: sayUnknown('unit'),
  },
  'media-type': {
    means: 'A list of media types contains a word that is not a media type.',
    why: 'The service compares the type of each file with this list.',
    note: 'A media type has a type and a subtype, such as `image/png`. Media types are separated by commas, and each is written out.',
    says: (found: string) => `${quoteSource(found)} is not a media type.`,
  },
  'number-expected': {
    means: '`multiple of` has no number after it.',
    why: 'The service checks the division by this number.',
    note: '`multiple of` takes a number greater than 0.',
    says: (found: string) =>
      found === ''
        ? 'A number is missing after `multiple of`.'
        : `${quoteSource(found)} is not a number greater than 0.`,
  },
  'code-expected': {
    means: 'An expression is written outside a code span.',
    why: 'Markdown changes characters outside code spans, and Nonet reads words outside them as words of the language.',
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
    means: '`unique with` names no field.',
    why: 'Uniqueness in combination needs the other fields of the combination.',
    note: '`unique with` takes a list of fields separated by `,`.',
    says: (found: string) =>
      found === '' ? 'A field name is missing.' : `Expected a field name, found ${quoteSource(found)}.`,
  },
  'caller-expected': {
    means: '`assigned from` takes a value that does not come from the caller.',
    why: 'The service fills the field from the authenticated caller, so that clients cannot forge it.',
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
    means: '`on delete` names an action that Nonet does not know.',
    why: 'The action decides whether related records are kept, changed or deleted.',
    note: '`on delete` takes `restrict`, `cascade` or `clear`.',
    says: (found: string, suggestion?: string) => ({
      message: found === '' ? 'A word is missing after `on delete`.' : `Unknown action ${quoteSource(found)}.`,
      suggestion,
    }),
  },
});
