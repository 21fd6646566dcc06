import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { labelFirst, quoteSource } from '../../../diagnostics/words.ts';
import type { Span } from '../../../text/location.ts';

const filterRule =
  '`=`, `!=` and `in` compare strings, numbers, decimals, booleans, dates, states, `one of` and refs. `<`, `<=`, `>` and `>=` compare numbers, decimals, strings and dates. `contains` takes strings and lists of strings or integers, `starts with` takes strings. The field may be one of a `ref` or a member of an object, also in a list: then one item is enough, and `!=` is not available. A field that is never shown cannot be filtered.';
const orderRule =
  'A list is ordered by stored fields that hold a string, number, decimal, boolean, date or time. Fields that use `self` and fields that are never shown cannot be ordered.';

/** The diagnostics of parameters that do not fit their operation, and of the order and paging of lists. */
export const parameters = defineDiagnostics('endpoints', {
  'order-not-here': {
    means: 'An operation that returns one record has a line Order.',
    why: 'Only lists have an order, so the line would have no effect.',
    note: 'Only a list has a line `Order`.',
    says: (form: string) => `\`${form}\` is not a list.`,
  },
  'unknown-field': {
    means: 'A parameter, an order or a path names a field that the resource does not have.',
    why: 'A list with a misspelled filter would return every record.',
    note: 'The name is a field of the operation’s resource.',
    says: (field: string, resource: string, suggestion?: string) => ({
      message: `\`${resource}\` has no field \`${field}\`.`,
      suggestion,
    }),
  },
  'not-orderable': {
    means: 'A list is ordered by a field without an order, or by one that clients must not see.',
    why: 'Paging needs a stored, comparable value, and the order of a hidden field would reveal its values.',
    note: orderRule,
    says: (field: string, why: string) => `A list cannot be ordered by \`${field}\`: ${why}.`,
  },
  'duplicate-field': {
    means: 'A list of fields names the same field twice.',
    why: 'The second entry has no effect; usually another field was intended.',
    note: 'A list of fields has each field once.',
    says: (field: string) => `The field \`${field}\` is repeated.`,
  },
  'not-filterable': {
    means: 'A parameter filters by a field that the database cannot compare in this way, or that clients must not see.',
    why: 'A filter on a hidden field would reveal its value through the records that the list returns.',
    note: filterRule,
    says: (field: string, operator: string, why: string, suggestion?: string) => ({
      message: `\`${field}\` cannot be filtered by \`${operator}\`: ${why}.`,
      suggestion,
    }),
  },
  'not-searchable': {
    means: 'A parameter searches a field that holds no text, or that clients must not see.',
    why: 'A search in a hidden field would reveal its content through the records that the list returns.',
    note: '`search` takes strings and lists of strings that clients can read.',
    says: (field: string, why: string) => `\`${field}\` cannot be searched: ${why}.`,
  },
  'not-expandable': {
    means: 'A parameter maps to `expand` with a field that cannot be embedded in the response.',
    why: 'Expanding replaces a reference with its record, so the field must be a `ref` that the response shows.',
    note: '`expand` takes `ref` fields and embeds their records.',
    says: (field: string, why: string) => `\`${field}\` cannot be expanded: ${why}.`,
  },
  'means-not-here': {
    means: 'A parameter maps to something that the operation cannot do, such as a filter on a single record.',
    why: 'The parameter would be accepted and have no effect.',
    note: 'Filters, searches, sorting, paging and totals need a list. `expand` and `fields` need a record. `input` needs a guard, effect, response or handler that can read it.',
    says: (means: string, form: string) => `A parameter of \`${form}\` cannot map to \`${means}\`.`,
  },
  'duplicate-means': {
    means: 'Two parameters of a list map to the same paging, sorting, total or field selection.',
    why: 'A request with both would ask for two page sizes or two orders at once.',
    note: 'A list has at most one parameter for each of paging, sorting, totals and fields.',
    says: (means: string, first: Span) => ({
      message: `Another parameter already maps to \`${means}\`.`,
      also: labelFirst(first),
    }),
  },
  'mixed-paging': {
    means: 'A list has parameters of two kinds of paging.',
    why: 'A request that uses both has no defined page.',
    note: 'A list uses one kind of paging: `cursor`, `offset`, `page number`, or `after id` and `before id`.',
    says: (means: string, other: string, first: Span) => ({
      message: `\`${means}\` cannot be combined with paging by \`${other}\`.`,
      also: labelFirst(first),
    }),
  },
  'duplicate-parameter': {
    means: 'An operation has the same parameter twice. Header names are case-insensitive.',
    why: 'One request value cannot have two types or meanings.',
    note: 'An operation has each parameter once. Header names are case-insensitive.',
    says: (name: string, first: Span) => ({
      message: `The parameter \`${name}\` is repeated.`,
      also: labelFirst(first),
    }),
  },
  'member-and-parameter': {
    means: 'A parameter has the name of a field in the request body.',
    why: 'Expressions and handlers read both as `input.<name>`, so one would hide the other.',
    note: 'A parameter and a field of the body have different names.',
    says: (name: string) => `The body also has a field \`${name}\`.`,
  },
  'parameter-constraint': {
    means: 'A parameter has a constraint that applies only to stored fields.',
    why: 'Constraints such as `unique` describe the records of a resource, not one value in a request.',
    note: 'A parameter can have `required`, `default`, ranges, `multiple of`, `unique items` and `pattern`.',
    says: (found: string) => `\`${found}\` is not a constraint of parameters.`,
  },
  'parameter-pattern': {
    means: 'A pattern of a parameter is not a regular expression that Nonet can run.',
    why: 'Nonet runs patterns in linear time, so that no request can block the service.',
    note: 'A pattern is valid in RE2 and in ECMA-262 with the flag `u`.',
    says: (engine: string, why: string) => `This pattern is not valid in ${engine}: ${why}.`,
  },
  'constraint-mismatch': {
    means: 'A parameter has a constraint that does not apply to its type.',
    why: 'The constraint would never be checked, so requests that its author wanted to reject would pass.',
    note: 'Ranges and `multiple of` need numbers; `characters`, `bytes` and `pattern` need strings; `items` and `unique items` need several values. `expand`, `fields`, `total`, `after id` and `before id` take no constraints.',
    says: (found: string, values: string) =>
      `${quoteSource(found)} does not fit this parameter, which takes ${values}.`,
  },
  'parameter-type': {
    means: 'A parameter has a type that a query string or a header cannot carry.',
    why: 'One parameter is one string of the URL; objects belong in the request body.',
    note: 'The type of a parameter is `string`, `integer`, `number`, `boolean`, a format, `one of`, `ref`, or a list of these. `secret` and `password` belong in the request body.',
    says: (found: string) => `A parameter cannot be of type \`${found}\`.`,
  },
  'default-mismatch': {
    means: 'The default of a parameter is not a value that the parameter accepts.',
    why: 'A request without the parameter would fail or behave in a way that no request can ask for.',
    note: 'A default is a literal that fits its parameter.',
    says: (found: string) => `\`${found}\` is not a value of this parameter.`,
  },
  'default-sort': {
    means: 'The default of a sort parameter is not one of the orders that clients can ask for.',
    why: 'Requests without the parameter need a defined order, because paging depends on it.',
    note: 'The default of a sort parameter is one of its fields, with `-` before it for descending order. Without a default, the line `Order` applies.',
    says: (found: string, meant: string | undefined) => ({
      message: `\`${found}\` is not a value of this sort parameter.`,
      suggestion: meant === undefined ? undefined : `"${meant}"`,
    }),
  },
  'no-paging': {
    severity: 'warning',
    means: 'A list has no parameter for paging, so it returns at most one page of records.',
    why: 'The list works with few records and starts to fail when the table grows past the maximum page size.',
    note: 'A list without a paging parameter returns at most the server’s maximum page size. If there are more records, it fails with `unavailable`. A quota without Per may bound the records.',
    says: (name: string) => `\`${name}\` has no paging parameter.`,
  },
  'slow-search': {
    severity: 'warning',
    means:
      'A parameter searches text. Requests for words of one or two characters read all records that the caller may see.',
    why: 'The time of such a request grows with the table; the warning makes this cost visible before production.',
    note: 'The index of a `search` holds sequences of three characters.',
    says: (name: string) =>
      `The search parameter \`${name}\` reads every record that the row rule admits if no word has three characters.`,
  },
  'slow-filter': {
    severity: 'warning',
    means: 'A filter compares the items of a list. Its requests read all records that the caller may see.',
    why: 'The time of such a request grows with the table; the warning makes this cost visible before production.',
    note: 'An index contains one value of each record. Make the items records of their own if the table grows.',
    says: (name: string) => `No index serves the filter \`${name}\`: it compares the items of a list.`,
  },
  'slow-where': {
    severity: 'warning',
    means: 'The condition of a parameter is too complex for an index.',
    why: 'The request time grows with the table; a comparison of one field stays fast.',
    note: 'An index serves a `where` only if it is one comparison of a field with `value`, or one question about other records.',
    says: (name: string) => `No index serves the condition of the parameter \`${name}\`.`,
  },
});
