import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { labelFirst, quoteSource } from '../../../diagnostics/words.ts';
import type { Span } from '../../../text/location.ts';

const fitRule = 'A constraint or format must fit the type of its field, or the items of a list or map.';
const presenceRule = 'Each constraint stands once, and those of one field must not contradict one another.';
const objectRule =
  'An object has no identity and no life of its own: identity, uniqueness, assigned and computed values belong to resources.';

/** What is said of constraints that fit neither their field nor one another, assigned and computed ones among them. */
export const constraints = defineDiagnostics('resources', {
  'constraint-mismatch': {
    note: fitRule,
    says: (constraint: string, due: string, type: string, suggestion?: string) => ({
      message: `${quoteSource(constraint)} is for ${due}, and this field is ${type}.`,
      suggestion,
    }),
  },
  'range-order': {
    note: 'The lower bound of a range stands first and is not above the upper one.',
    says: (from: string, to: string) => ({ message: `${from} is above ${to}.`, suggestion: `${to}..${from}` }),
  },
  'range-bound': {
    note: 'The bounds of a size are whole numbers from 0, those of an integer whole numbers that its format holds.',
    says: (bound: string, of: string) => `${quoteSource(bound)} is no bound for ${of}.`,
  },
  pattern: {
    note: 'A pattern must be valid in RE2 and in ECMA-262 with the flag `u`.',
    says: (engine: string, why: string) => `This pattern is not valid in ${engine}: ${why}.`,
  },
  'duplicate-constraint': {
    note: presenceRule,
    says: (constraint: string, before: Span) => ({
      message: `${quoteSource(constraint)} stands here again.`,
      also: labelFirst(before),
    }),
  },
  contradiction: {
    note: presenceRule,
    says: (first: string, other: string, why: string, also: Span) => ({
      message: `${quoteSource(first)} and ${quoteSource(other)} do not go together: ${why}.`,
      also: [{ span: also, label: 'the other one' }],
    }),
  },
  'in-object': { note: objectRule, says: (found: string) => `${quoteSource(found)} may not stand in an object.` },
  'default-value': {
    note: 'A default is a value that its field can hold, all its constraints included.',
    says: (value: string, why: string, suggestion?: string) => ({
      message: `The default ${quoteSource(value)} cannot be held: ${why}.`,
      suggestion,
    }),
  },
  'assigned-mismatch': {
    note: '`assigned` gives an id by a format (`uuid`, `uuidv7`, `typeid …`), a random `secret`, a moment by the clock, or an integer ascending from 1.',
    says: (found: string) => `The service has no way to assign a value of ${found}.`,
  },
  'assigned-on-update': {
    note: '`assigned on update` is for a moment, a `date-time` mostly, set again at every change of the record.',
    says: (found: string) => `\`assigned on update\` cannot set a field of ${found}.`,
  },
  'unknown-attribute': {
    note: '`assigned from` names an attribute of the table Caller, `caller.id` or one step further.',
    says: (found: string, suggestion?: string) => ({
      message: `The caller has no attribute ${quoteSource(found)}.`,
      suggestion,
    }),
  },
  'attribute-type': {
    note: 'The attribute has the type of the field.',
    says: (attribute: string, has: string, field: string) =>
      `${quoteSource(attribute)} is ${has}, and this field is ${field}.`,
  },
  'computed-cycle': {
    note: 'A computed field depends on fields of its own record, without circles.',
    says: (path: string) => `This field depends on itself: ${path}.`,
  },
  'computed-reach': {
    note: 'A computed field depends on fields of its own record only.',
    says: (path: string) => `${quoteSource(path)} is a field of another record.`,
  },
  'on-delete-mismatch': {
    note: '`on delete` stands on a `ref` of a resource, not in lists or objects.',
    says: () => 'There is no `ref` here that deleting could concern.',
  },
  'clear-mismatch': {
    note: '`on delete clear` takes the reference away, so the field may be absent or null.',
    says: () => 'This field can be neither absent nor null.',
  },
  'never-erased': {
    severity: 'warning',
    note: 'A record in a `gone` state still refers to others: `on delete restrict` and `on delete cascade` keep those from being erased. Write `on delete clear`, or a `delete` row of the other resource that leads to a `gone` state.',
    says: (resource: string, state: string, other: string, row: Span) => ({
      message: `In the state ${quoteSource(state)} a record of ${quoteSource(resource)} keeps its ${quoteSource(other)} from ever being deleted.`,
      also: [{ span: row, label: `keeps the ${resource}` }],
    }),
  },
});
