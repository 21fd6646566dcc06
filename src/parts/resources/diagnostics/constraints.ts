import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { labelFirst, quoteSource } from '../../../diagnostics/words.ts';
import type { Span } from '../../../text/location.ts';

const fitRule = 'A constraint or format fits the type of its field, or of the items of a list or map.';
const presenceRule = 'A field has each constraint once, and its constraints do not contradict each other.';
const objectRule = 'Only a field of a resource can be an identity, unique, assigned or computed.';

/** What is said of constraints that fit neither their field nor one another, assigned and computed ones among them. */
export const constraints = defineDiagnostics('resources', {
  'constraint-mismatch': {
    note: fitRule,
    says: (constraint: string, due: string, type: string, suggestion?: string) => ({
      message: `${quoteSource(constraint)} does not fit a field of type ${type}: expected ${due}.`,
      suggestion,
    }),
  },
  'range-order': {
    note: 'The lower bound of a range comes first and is at most the upper bound.',
    says: (from: string, to: string) => ({
      message: `The lower bound \`${from}\` is greater than the upper bound \`${to}\`.`,
      suggestion: `${to}..${from}`,
    }),
  },
  'range-bound': {
    note: 'A bound of a size is an integer of at least 0. A bound of an integer is an integer within its format.',
    says: (bound: string, of: string) => `${quoteSource(bound)} is not a valid bound of ${of}.`,
  },
  pattern: {
    note: 'A pattern is valid in RE2 and in ECMA-262 with the flag `u`.',
    says: (engine: string, why: string) => `This pattern is not valid in ${engine}: ${why}.`,
  },
  'duplicate-constraint': {
    note: presenceRule,
    says: (constraint: string, before: Span) => ({
      message: `The constraint ${quoteSource(constraint)} is repeated.`,
      also: labelFirst(before),
    }),
  },
  contradiction: {
    note: presenceRule,
    says: (first: string, other: string, why: string, also: Span) => ({
      message: `${quoteSource(first)} and ${quoteSource(other)} cannot be combined: ${why}.`,
      also: [{ span: also, label: 'the other one' }],
    }),
  },
  'in-object': { note: objectRule, says: (found: string) => `${quoteSource(found)} is not allowed in an object.` },
  'default-value': {
    note: 'A default fits the type, the format and the constraints of its field.',
    says: (value: string, why: string, suggestion?: string) => ({
      message: `The default ${quoteSource(value)} is not valid: ${why}.`,
      suggestion,
    }),
  },
  'assigned-mismatch': {
    note: '`assigned` needs an ID format (`uuid`, `uuidv7`, `typeid …`), the format `secret`, a date or time format, or the type `integer` (a sequence from 1).',
    says: (found: string) => `The service cannot assign a value of ${found}.`,
  },
  'assigned-on-update': {
    note: '`assigned on update` needs a field that holds a time, such as a `date-time`. The service sets it on every write.',
    says: (found: string) => `\`assigned on update\` cannot set a field of ${found}.`,
  },
  'unknown-attribute': {
    note: '`assigned from` takes `caller.id`, an attribute of the table Caller, or a field of the record that it refers to.',
    says: (found: string, suggestion?: string) => ({
      message: `The caller has no attribute ${quoteSource(found)}.`,
      suggestion,
    }),
  },
  'attribute-type': {
    note: 'The attribute and the field have the same type.',
    says: (attribute: string, has: string, field: string) =>
      `${quoteSource(attribute)} is ${has}, but this field is ${field}.`,
  },
  'computed-cycle': {
    note: 'A computed field does not depend on itself, directly or through other computed fields.',
    says: (path: string) => `This field depends on itself: ${path}.`,
  },
  'computed-reach': {
    note: 'A computed field uses only fields of its own record.',
    says: (path: string) => `${quoteSource(path)} is a field of another record.`,
  },
  'on-delete-mismatch': {
    note: '`on delete` needs a `ref` field of a resource, outside lists and objects.',
    says: () => '`on delete` is not allowed on this field.',
  },
  'clear-mismatch': {
    note: '`on delete clear` removes the reference, so the field must be optional or nullable.',
    says: () => ({
      message: 'This field cannot be cleared: it is required and not nullable.',
      help: 'append `or null` to the type, or remove `required`',
    }),
  },
  'never-erased': {
    severity: 'warning',
    note: 'A record in a `gone` state keeps its references, so `on delete restrict` and `on delete cascade` prevent the deletion of the other record.',
    says: (resource: string, state: string, other: string, row: Span) => ({
      message: `${quoteSource(resource)} records in the state ${quoteSource(state)} prevent the deletion of their ${quoteSource(other)} forever.`,
      help: `write \`on delete clear\`, or add a \`delete\` row of ${quoteSource(other)} that leads to a \`gone\` state`,
      also: [{ span: row, label: `keeps the ${resource}` }],
    }),
  },
});
