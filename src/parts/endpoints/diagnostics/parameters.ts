import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { labelFirst, quoteSource } from '../../../diagnostics/words.ts';
import type { Span } from '../../../text/location.ts';

const filterRule =
  '`=`, `!=` and `in` compare strings, numbers, booleans, dates, states, `one of` and refs. `<`, `<=`, `>` and `>=` compare numbers, strings and dates. `contains` takes strings and lists of strings or integers, `"starts with"` takes strings. A field that is never shown cannot be filtered.';
const orderRule =
  'A list is ordered by stored fields that hold a string, number, boolean, date or time. Decimals, fields that use `self` and fields that are never shown cannot be ordered.';

/** What is said of parameters that do not fit their operation, and of the order and paging of lists. */
export const parameters = defineDiagnostics('endpoints', {
  'order-not-here': {
    note: 'Only a list has a line `Order`.',
    says: (form: string) => `\`${form}\` is not a list.`,
  },
  'unknown-field': {
    note: 'The name is a field of the operation’s resource.',
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
    note: 'A list of fields has each field once.',
    says: (field: string) => `The field \`${field}\` is repeated.`,
  },
  'not-filterable': {
    note: filterRule,
    says: (field: string, operator: string, why: string, suggestion?: string) => ({
      message: `\`${field}\` cannot be filtered by \`${operator}\`: ${why}.`,
      suggestion,
    }),
  },
  'not-searchable': {
    note: '`search` takes strings and lists of strings that clients can read.',
    says: (field: string, why: string) => `\`${field}\` cannot be searched: ${why}.`,
  },
  'not-expandable': {
    note: '`expand` takes a `ref` field and embeds its record.',
    says: (field: string, why: string) => `\`${field}\` cannot be expanded: ${why}.`,
  },
  'means-not-here': {
    note: 'Filters, searches, sorting, paging and totals need a list. `expand` and `fields` need a record. `input` needs a guard, effect, response or handler that can read it.',
    says: (means: string, form: string) => `A parameter of \`${form}\` cannot map to \`${means}\`.`,
  },
  'duplicate-means': {
    note: 'A list has at most one parameter for each of paging, sorting, totals and fields.',
    says: (means: string, first: Span) => ({
      message: `Another parameter already maps to \`${means}\`.`,
      also: labelFirst(first),
    }),
  },
  'mixed-paging': {
    note: 'A list uses one kind of paging: `cursor`, `offset`, `page number`, or `after id` and `before id`.',
    says: (means: string, other: string, first: Span) => ({
      message: `\`${means}\` cannot be combined with paging by \`${other}\`.`,
      also: labelFirst(first),
    }),
  },
  'duplicate-parameter': {
    note: 'An operation has each parameter once. Header names are case-insensitive.',
    says: (name: string, first: Span) => ({
      message: `The parameter \`${name}\` is repeated.`,
      also: labelFirst(first),
    }),
  },
  'member-and-parameter': {
    note: 'A parameter and a field of the body have different names.',
    says: (name: string) => `The body also has a field \`${name}\`.`,
  },
  'parameter-constraint': {
    note: 'A parameter can have `required`, `default`, ranges, `multiple of`, `unique items` and `pattern`.',
    says: (found: string) => `\`${found}\` is not a constraint of parameters.`,
  },
  'constraint-mismatch': {
    note: 'Ranges and `multiple of` need numbers; `characters`, `bytes` and `pattern` need strings; `items` and `unique items` need several values. `expand`, `fields`, `total`, `after id` and `before id` take no constraints.',
    says: (found: string, values: string) =>
      `${quoteSource(found)} does not fit this parameter, which takes ${values}.`,
  },
  'parameter-type': {
    note: 'The type of a parameter is a string, integer, number, boolean, `one of`, `ref`, or a list of these.',
    says: (found: string) => `A parameter cannot be of type \`${found}\`.`,
  },
  'default-mismatch': {
    note: 'A default is a literal that fits its parameter.',
    says: (found: string) => `\`${found}\` is not a value of this parameter.`,
  },
  'default-sort': {
    note: 'The default of a sort parameter is one of its fields, with `-` before it for descending order. Without a default, the line `Order` applies.',
    says: (found: string, meant: string | undefined) => ({
      message: `\`${found}\` is not a value of this sort parameter.`,
      suggestion: meant === undefined ? undefined : `default "${meant}"`,
    }),
  },
  'no-paging': {
    severity: 'warning',
    note: 'A list without a paging parameter returns at most the server’s maximum page size. If there are more records, it fails with `unavailable`.',
    says: (name: string) => `\`${name}\` has no paging parameter.`,
  },
  'slow-search': {
    severity: 'warning',
    note: 'No index serves a `search`.',
    says: (name: string) => `The search parameter \`${name}\` reads every record that the row rule admits.`,
  },
  'slow-where': {
    severity: 'warning',
    note: 'An index serves a `where` only if it is one comparison of a field with `value`.',
    says: (name: string) => `No index serves the condition of the parameter \`${name}\`.`,
  },
});
