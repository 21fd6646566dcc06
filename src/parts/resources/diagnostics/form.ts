import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { labelFirst, oneCondition, quoteSource, sayUnquoted, suggestCodeSpan } from '../../../diagnostics/words.ts';
import { isPlainName } from '../../../text/limited-suggestions.ts';
import type { Span } from '../../../text/location.ts';

const nameRule =
  'A name of a resource, object or union begins with an upper-case letter and continues with letters and digits.';
const headingRule =
  '`### Invoice` is a resource, `### Line (object)` a plain object, `### Method (one of)` a tagged union of objects, and `### Country (shared)` a resource whose records all tenants share.';

/** The diagnostics of headings, names and tables without the form of the language, and of duplicate ones. */
export const forms = defineDiagnostics('resources', {
  'name-form': {
    means: 'The heading of a resource, object or union is not a name.',
    why: 'Types, operations and shapes refer to it by name, so names have one plain form.',
    note: nameRule,
    says: (found: string, suggestion?: string) => ({
      message: `${quoteSource(found)} is not a valid name of a resource, object or union.`,
      suggestion,
    }),
  },
  'unknown-kind': {
    means: 'The word in parentheses after a heading is not a kind of heading.',
    why: 'The kind decides whether the name is a resource, an object or a union.',
    note: headingRule,
    says: (found: string, suggestion?: string) => ({
      message: `${quoteSource(`(${found})`)} is not a kind of heading.`,
      suggestion,
    }),
  },
  'table-of-another-kind': {
    means: 'A table below a heading belongs to another kind of heading.',
    why: 'A resource has no tags, and a union has no fields of its own.',
    note: 'A resource has tables of fields and of rules, an object has one of fields, a union has one of tags.',
    says: (table: string, kind: string) => `A table of ${table} is not allowed under ${kind}.`,
  },
  'fact-of-another-kind': {
    means: 'A line below a heading belongs to another kind of heading.',
    why: 'A resource has no tag, and a union has no fields of its own to show.',
    note: '`Shown as`, `Session of`, `Second factor of` and `Account of` belong to a resource, `Tagged by` to a union.',
    says: (fact: string, kind: string) => `The line \`${fact}\` is not allowed under ${kind}.`,
  },
  'field-name-form': {
    means: 'A field name has characters that Markdown or Nonet could read as something else.',
    why: 'A code span shows exactly which characters belong to the name.',
    note: 'If a field name has characters other than letters, digits and `_`, write it in a code span.',
    says: (found: string) => ({
      message: `The field name ${quoteSource(found)} is not in a code span.`,
      // Other characters may be a typing error, and the uses of the name are correct.
      ...(isPlainName(found)
        ? { suggestion: `\`${found}\`` }
        : { help: 'remove the other characters, or write the name in a code span' }),
    }),
  },
  'one-name': {
    means: 'A cell that holds one name contains several words.',
    why: 'The name refers to one object or tag.',
    note: 'The cell holds one name.',
    says: (found: string) => `${quoteSource(found)} is not a single name.`,
  },
  'rule-name-form': {
    means: 'The name of a rule or an error code has characters that are not allowed.',
    why: 'Clients see both in error responses and compare them exactly.',
    note: 'A rule name begins with a lower-case letter or a digit and continues with letters, digits, `_`, `-` and `.`. An error code may begin with an upper-case letter.',
    says: (found: string, suggestion?: string) => ({
      message: `${quoteSource(found)} is not a valid name of a rule or an error code.`,
      suggestion,
    }),
  },
  'tag-form': {
    means: 'A tag has characters that Nonet could read as something else.',
    why: 'Quotes show exactly which characters belong to the tag.',
    note: 'If a tag has characters other than letters, digits, `_`, `-` and `.`, write it in double quotes.',
    says: (found: string) => sayUnquoted('tag', found),
  },
  'code-span': {
    means: 'A Check is written outside a code span.',
    why: 'Markdown changes characters outside code spans, and Nonet reads words outside them as words of the language.',
    note: 'Expressions, shapes and patterns are written in code spans.',
    says: (found: string) => ({
      message: `${quoteSource(found)} is not in a code span.`,
      ...suggestCodeSpan(found, oneCondition),
    }),
  },
  prototype: {
    means: 'A field, an object or a value has the name `__proto__`.',
    why: 'A request with this name could change the behavior of the software that reads it.',
    note: '`__proto__` is not a valid name: it has a special meaning in JavaScript.',
    says: () => ({ message: 'The name `__proto__` is reserved.', help: 'choose another name' }),
  },
  'duplicate-value': {
    means: '`one of` lists the same value twice.',
    why: 'The second entry has no effect; usually another value was intended.',
    note: '`one of` lists each value once.',
    says: (value: string, before: Span) => ({
      message: `The value ${quoteSource(value)} is repeated.`,
      also: labelFirst(before),
    }),
  },
  'no-fields': {
    means: 'A resource or object has no table of fields, or a union no table of tags.',
    why: 'The service would have nothing to store, read or return.',
    note: 'A resource or an object has a table of fields, a union has a table of tags.',
    says: (name: string, table: string) => `${quoteSource(name)} has no table of ${table}.`,
  },
});
