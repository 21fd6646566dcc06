import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { labelFirst, quoteSource } from '../../../diagnostics/words.ts';
import type { Span } from '../../../text/location.ts';

const filterRule =
  'Filters compare strings, numbers, dates, booleans, states, `one of` and refs; `<` and the like numbers, strings, dates and moments; `contains` strings and lists of strings or integers; `"starts with"` strings. None compares a field that is never shown.';
const orderRule =
  'A list is ordered by stored fields that hold one string, number, boolean, date or moment; decimals, fields that name `self` and fields that are never shown are not ordered.';

/** What is said of parameters that do not fit their operation, and of the order and paging of lists. */
export const parameters = defineDiagnostics('endpoints', {
  'order-not-here': {
    note: 'The line Order stands under a list.',
    says: (form: string) => `\`${form}\` is no list.`,
  },
  'unknown-field': {
    note: 'A field here is one of the operation’s own resource.',
    says: (field: string, resource: string, suggestion?: string) => ({
      message: `\`${resource}\` has no field \`${field}\`.`,
      suggestion,
    }),
  },
  'not-orderable': {
    note: orderRule,
    says: (field: string, why: string) => `A list cannot be ordered by \`${field}\`: ${why}.`,
  },
  'duplicate-field': {
    note: 'A field stands once in a list of fields.',
    says: (field: string) => `\`${field}\` stands here already.`,
  },
  'not-filterable': {
    note: filterRule,
    says: (field: string, operator: string, why: string, suggestion?: string) => ({
      message: `\`${field}\` cannot be filtered by \`${operator}\`: ${why}.`,
      suggestion,
    }),
  },
  'not-searchable': {
    note: '`search` looks for words in strings, and in lists of strings, that clients are shown.',
    says: (field: string, why: string) => `\`${field}\` cannot be searched: ${why}.`,
  },
  'not-expandable': {
    note: '`expand` embeds the record that a `ref` field names.',
    says: (field: string, why: string) => `\`${field}\` cannot be expanded: ${why}.`,
  },
  'means-not-here': {
    note: 'Filters, searches, sorts, paging and totals are those of a list; `expand` and `fields` need a record; `input` is handed to guards, effects, responses and code.',
    says: (means: string, form: string) => `A parameter of \`${form}\` cannot mean \`${means}\`.`,
  },
  'duplicate-means': {
    note: 'A list has one parameter each for paging, sorting, totals and fields.',
    says: (means: string, first: Span) => ({
      message: `Another parameter means \`${means}\` already.`,
      also: labelFirst(first),
    }),
  },
  'mixed-paging': {
    note: 'A list is paged in one way: by `cursor`, by `offset`, by `page number`, or by `after id` and `before id`.',
    says: (means: string, other: string, first: Span) => ({
      message: `This list is paged by \`${other}\` already, so not by \`${means}\`.`,
      also: labelFirst(first),
    }),
  },
  'duplicate-parameter': {
    note: 'A parameter stands once; headers are compared without regard to letter case.',
    says: (name: string, first: Span) => ({
      message: `The parameter \`${name}\` stands here a second time.`,
      also: labelFirst(first),
    }),
  },
  'member-and-parameter': {
    note: 'A member of the body and a parameter of one name are an error.',
    says: (name: string) => `The body has a member \`${name}\`, so no parameter can have that name.`,
  },
  'parameter-constraint': {
    note: 'A parameter may be `required`, have a `default`, ranges, `multiple of`, `unique items` and a `pattern`.',
    says: (found: string) => `\`${found}\` is no constraint of a parameter.`,
  },
  'constraint-mismatch': {
    note: 'Ranges and `multiple of` fit numbers, `characters`, `bytes` and `pattern` strings, `items` and `unique items` several values. `expand`, `fields`, `total`, `after id` and `before id` take none of them.',
    says: (found: string, values: string) =>
      `${quoteSource(found)} does not fit this parameter, which takes ${values}.`,
  },
  'parameter-type': {
    note: 'A parameter travels as text: its type is a string, integer, number, boolean, `one of`, `ref`, or a list of these.',
    says: (found: string) => `A parameter cannot be of type \`${found}\`.`,
  },
  'default-mismatch': {
    note: 'A default is a literal that its parameter can hold.',
    says: (found: string) => `\`${found}\` is no value of this parameter.`,
  },
  'default-sort': {
    note: 'The default of a sort parameter is one of its fields, with `-` before it for descending. A line `- Order:` orders the list where the parameter has no default.',
    says: (found: string, meant: string | undefined) => ({
      message: `\`${found}\` is not a value of this sort parameter.`,
      suggestion: meant === undefined ? undefined : `default "${meant}"`,
    }),
  },
  'no-paging': {
    severity: 'warning',
    note: 'A list without any paging parameter answers at most the server’s maximum page size and is `unavailable` when there is more.',
    says: (name: string) => `\`${name}\` has no paging parameter.`,
  },
  'slow-search': {
    severity: 'warning',
    note: 'A `search` reads every record that the row rule admits.',
    says: (name: string) => `The parameter \`${name}\` reads every record, since no index serves a search.`,
  },
  'slow-where': {
    severity: 'warning',
    note: 'A `where` that is not one comparison of a field with `value` is served by no index.',
    says: (name: string) => `The parameter \`${name}\` reads along another index, since none serves its condition.`,
  },
});
