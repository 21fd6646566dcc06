import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { labelFirst, quoteSource, toCodeSpan } from '../../../diagnostics/words.ts';
import type { Span } from '../../../text/location.ts';

const nameRule =
  'A name of a resource, object or union begins with an upper-case letter and continues with letters and digits.';
const headingRule =
  '`### Invoice` is a resource, `### Line (object)` a plain object, `### Method (one of)` a tagged union of objects.';

/** What is said of headings, names and tables that have not their form, or stand twice. */
export const forms = defineDiagnostics('resources', {
  'name-form': {
    note: nameRule,
    says: (found: string, suggestion?: string) => ({
      message: `${quoteSource(found)} is not a valid name of a resource, object or union.`,
      suggestion,
    }),
  },
  'unknown-kind': {
    note: headingRule,
    says: (found: string, suggestion?: string) => ({
      message: `${quoteSource(`(${found})`)} is not a kind of heading.`,
      suggestion,
    }),
  },
  'table-of-another-kind': {
    note: 'A resource has tables of fields and of rules, an object has one of fields, a union has one of tags.',
    says: (table: string, kind: string) => `A table of ${table} is not allowed under ${kind}.`,
  },
  'fact-of-another-kind': {
    note: '`Shown as` belongs to a resource, `Tagged by` to a union.',
    says: (fact: string, kind: string) => `The line \`${fact}\` is not allowed under ${kind}.`,
  },
  'field-name-form': {
    note: 'If a field name has characters other than letters, digits and `_`, write it in a code span.',
    says: (found: string) => ({
      message: `The field name ${quoteSource(found)} is not in a code span.`,
      suggestion: `\`${found}\``,
    }),
  },
  'one-name': {
    note: 'The cell holds one name.',
    says: (found: string) => `${quoteSource(found)} is not a single name.`,
  },
  'rule-name-form': {
    note: 'A rule name begins with a lower-case letter or a digit and continues with letters, digits, `_`, `-` and `.`. An error code may begin with an upper-case letter.',
    says: (found: string, suggestion?: string) => ({
      message: `${quoteSource(found)} is not a valid name of a rule or an error code.`,
      suggestion,
    }),
  },
  'tag-form': {
    note: 'If a tag has characters other than letters, digits, `_`, `-` and `.`, write it in double quotes.',
    says: (found: string) => ({
      message: `The tag ${quoteSource(found)} is not in double quotes.`,
      suggestion: JSON.stringify(found),
    }),
  },
  'code-span': {
    note: 'Expressions, shapes and patterns are written in code spans.',
    says: (found: string) => ({
      message: `${quoteSource(found)} is not in a code span.`,
      suggestion: toCodeSpan(found),
    }),
  },
  prototype: {
    note: '`__proto__` is not a valid name: it has a special meaning in JavaScript.',
    says: () => ({ message: 'The name `__proto__` is reserved.', help: 'choose another name' }),
  },
  'duplicate-value': {
    note: '`one of` lists each value once.',
    says: (value: string, before: Span) => ({
      message: `The value ${quoteSource(value)} is repeated.`,
      also: labelFirst(before),
    }),
  },
  'no-fields': {
    note: 'A resource or an object has a table of fields, a union has a table of tags.',
    says: (name: string, table: string) => `${quoteSource(name)} has no table of ${table}.`,
  },
});
