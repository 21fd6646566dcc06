import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { labelFirst, quoteSource, toCodeSpan } from '../../../diagnostics/words.ts';
import type { Span } from '../../../text/location.ts';

const nameRule = 'Resources, objects and unions have names of an upper-case letter, then letters and digits.';
const headingRule =
  '`### Invoice` is a resource, `### Line (object)` a plain object, `### Method (one of)` a tagged union of objects.';

/** What is said of headings, names and tables that have not their form, or stand twice. */
export const forms = defineDiagnostics('resources', {
  'name-form': {
    note: nameRule,
    says: (found: string, suggestion?: string) => ({
      message: `${quoteSource(found)} cannot be the name of a resource, an object or a union.`,
      suggestion,
    }),
  },
  'unknown-kind': {
    note: headingRule,
    says: (found: string, suggestion?: string) => ({
      message: `${quoteSource(`(${found})`)} is no kind of subject.`,
      suggestion,
    }),
  },
  'table-of-another-kind': {
    note: 'A resource has tables of fields and rules, an object one of fields, a union one of tags.',
    says: (table: string, kind: string) => `A table of ${table} may not stand under ${kind}.`,
  },
  'fact-of-another-kind': {
    note: '`Shown as` belongs to a resource, `Tagged by` to a union.',
    says: (fact: string, kind: string) => `The line \`${fact}\` may not stand under ${kind}.`,
  },
  'field-name-form': {
    note: 'A field’s name with other characters than letters, digits and `_` stands in a code span.',
    says: (found: string) => ({
      message: `The field’s name ${quoteSource(found)} is not in a code span.`,
      suggestion: `\`${found}\``,
    }),
  },
  'one-name': {
    note: 'The cell holds one name.',
    says: (found: string) => `${quoteSource(found)} is not one name.`,
  },
  'rule-name-form': {
    note: 'A rule has a name of a lower-case letter or digit, then letters, digits, `_`, `-` and `.`; an error code may begin with an upper-case letter.',
    says: (found: string, suggestion?: string) => ({
      message: `${quoteSource(found)} cannot be the name of a rule or an error code.`,
      suggestion,
    }),
  },
  'tag-form': {
    note: 'A tag with other characters than letters, digits, `_`, `-` and `.` stands in double quotes.',
    says: (found: string) => ({
      message: `The tag ${quoteSource(found)} is not in double quotes.`,
      suggestion: JSON.stringify(found),
    }),
  },
  'code-span': {
    note: 'Expressions, shapes and patterns stand in code spans.',
    says: (found: string) => ({
      message: `${quoteSource(found)} is not in a code span.`,
      suggestion: toCodeSpan(found),
    }),
  },
  prototype: {
    note: 'Nothing may be called `__proto__`.',
    says: () => 'This name is taken by the languages in which services are written.',
  },
  'duplicate-value': {
    note: 'Each value of `one of` stands once.',
    says: (value: string, before: Span) => ({
      message: `The value ${quoteSource(value)} stands here again.`,
      also: labelFirst(before),
    }),
  },
  'no-fields': {
    note: 'A resource and an object have a table of fields, a union a table of tags.',
    says: (name: string, table: string) => `${quoteSource(name)} has no table of ${table}.`,
  },
});
