import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { labelFirst, quoteSource } from '../../../diagnostics/words.ts';
import type { Span } from '../../../text/location.ts';

const fitRule = 'A constraint fits the type of its field, or of the items of a list or map.';
const presenceRule = 'A field has each constraint once, and its constraints do not contradict each other.';
const objectRule = 'Only a field of a resource can be an identity, unique, assigned or computed.';

/** The diagnostics of constraints that fit neither their field nor one another, assigned and computed ones among them. */
export const constraints = defineDiagnostics('resources', {
  'constraint-mismatch': {
    means: 'A constraint does not apply to the type of its field.',
    why: 'The service would never check it, so values that its author wanted to reject would be stored.',
    note: fitRule,
    says: (constraint: string, due: string, type: string, suggestion?: string) => ({
      message: `${quoteSource(constraint)} does not fit a field of type ${type}: expected ${due}.`,
      suggestion,
    }),
  },
  'range-order': {
    means: 'The lower bound of a range is greater than the upper one.',
    why: 'No value could be inside the range, so every request would fail.',
    note: 'The lower bound of a range comes first and is at most the upper bound.',
    says: (from: string, to: string) => ({
      message: `The lower bound \`${from}\` is greater than the upper bound \`${to}\`.`,
      suggestion: `${to}..${from}`,
    }),
  },
  'range-bound': {
    means: 'A bound of a range is not a value that the field can have.',
    why: 'The comparison with the bound could never be exact.',
    note: 'A bound of a size is an integer of at least 0. A bound of an integer is an integer within its type.',
    says: (bound: string, of: string) => `${quoteSource(bound)} is not a valid bound of ${of}.`,
  },
  pattern: {
    means: 'A pattern is not a regular expression that Nonet can run.',
    why: 'Nonet runs patterns in linear time, so that no request can block the service.',
    note: 'A pattern is valid in RE2 and in ECMA-262 with the flag `u`.',
    says: (engine: string, why: string) => `This pattern is not valid in ${engine}: ${why}.`,
  },
  'duplicate-constraint': {
    means: 'A field has the same constraint twice.',
    why: 'The second entry has no effect; usually another constraint was intended.',
    note: presenceRule,
    says: (constraint: string, before: Span) => ({
      message: `The constraint ${quoteSource(constraint)} is repeated.`,
      also: labelFirst(before),
    }),
  },
  contradiction: {
    means: 'Two constraints of a field exclude each other, or one makes the other useless.',
    why: 'The service could not satisfy both.',
    note: presenceRule,
    says: (first: string, other: string, why: string, also: Span | undefined, suggestion?: string) => ({
      message: `${quoteSource(first)} and ${quoteSource(other)} cannot be combined: ${why}.`,
      also: also && [{ span: also, label: 'the other one' }],
      suggestion,
    }),
  },
  'in-object': {
    means: 'A field of an object has a constraint that needs a record of its own.',
    why: 'Objects are stored inside their record, so they have no identity, sequence or index.',
    note: objectRule,
    says: (found: string) => `${quoteSource(found)} is not allowed in an object.`,
  },
  'default-value': {
    means: 'The default of a field breaks the type or another constraint of the field.',
    why: 'Every create that relies on the default would fail.',
    note: 'A default fits the type and the constraints of its field.',
    says: (value: string, why: string, suggestion?: string) => ({
      message: `The default ${quoteSource(value)} is not valid: ${why}.`,
      suggestion,
    }),
  },
  'assigned-mismatch': {
    means: 'A field is `assigned`, but the service cannot generate values of its type.',
    why: 'The service generates identities, sequences, secrets and times, but no other values.',
    note: '`assigned` needs an ID format (`uuid`, `uuidv7`, `typeid …`), the format `secret`, a date or time format, or the type `integer` (a sequence from 1).',
    says: (found: string) => `The service cannot assign a value of ${found}.`,
  },
  'assigned-on-update': {
    means: 'A field is `assigned on update`, but it does not hold a time.',
    why: 'The service writes the time of the last change into the field.',
    note: '`assigned on update` needs a field that holds a time, such as a `date-time`. The service sets it on every write.',
    says: (found: string) => `\`assigned on update\` cannot set a field of ${found}.`,
  },
  'unknown-attribute': {
    means: '`assigned from` names an attribute that callers do not have.',
    why: 'The field would never have a value.',
    note: '`assigned from` takes `caller.id`, an attribute of the table Caller, or a field of the record that it refers to.',
    says: (found: string, suggestion?: string) => ({
      message: `The caller has no attribute ${quoteSource(found)}.`,
      suggestion,
    }),
  },
  'attribute-type': {
    means: 'A field is `assigned from` an attribute of another type.',
    why: 'The service copies the value without converting it.',
    note: 'The attribute and the field have the same type.',
    says: (attribute: string, has: string, field: string) =>
      `${quoteSource(attribute)} is ${has}, but this field is ${field}.`,
  },
  'computed-cycle': {
    means: 'A computed field needs its own value, directly or through other computed fields.',
    why: 'The service could never finish computing it.',
    note: 'A computed field does not depend on itself, directly or through other computed fields.',
    says: (path: string) => `This field depends on itself: ${path}.`,
  },
  'computed-limited': {
    means: 'A constraint limits the value of a field that is computed where its record is shown.',
    why: 'The value is never stored, so that no write can be rejected for it.',
    note: 'A field that is computed from `self`, `caller` or other records has no constraint of its value.',
    help: 'remove the constraint, or state the limit as a rule of the other records',
    says: (constraint: string, field: string) => `\`${constraint}\` cannot hold for \`${field}\`, which is not stored.`,
  },
  'computed-reach': {
    means: 'A computed field reads a field of another record.',
    why: 'The value would change without a write to its own record, so ETags and filters would be wrong.',
    note: 'A computed field uses fields of its own record; of other records it asks by a question.',
    help: 'make it `read-only`, and set it by an Effect of a row of `create`',
    says: (path: string) => `${quoteSource(path)} is a field of another record.`,
  },
  'on-delete-mismatch': {
    means: '`on delete` is a constraint of a field that does not refer to a record.',
    why: 'The deletion of another record does not concern the field.',
    note: '`on delete` needs a field of a resource that is a `ref`, or a list of `ref` with `clear` or `restrict`.',
    says: (isList: boolean) => ({
      message: isList ? 'A list cannot be `on delete cascade`.' : '`on delete` is not allowed on this field.',
      suggestion: isList ? 'on delete clear' : undefined,
    }),
  },
  'list-mismatch': {
    means: 'A list of references is `on delete clear`, but its number of items is fixed.',
    why: 'Without the item of a deleted record, the list would break its own constraint.',
    note: '`on delete clear` removes the item, so the list must be allowed to have fewer items.',
    help: 'write `on delete restrict`, or lower the minimum of items',
    says: (count: string) => `This list cannot lose an item: it always has ${count}.`,
  },
  'clear-mismatch': {
    means: 'A reference is `on delete clear`, but the field cannot be empty.',
    why: 'After the deletion, the record would break its own type.',
    note: '`on delete clear` removes the reference, so the field must be optional or nullable.',
    says: (word: 'required' | 'default') => ({
      message: `This field cannot be cleared: it ${word === 'required' ? 'is required' : 'has a default'} and is not nullable.`,
      help: `append \`or null\` to the type, or remove \`${word}\``,
    }),
  },
  'never-erased': {
    severity: 'warning',
    means: 'A state of Kind `gone` keeps references that prevent the deletion of other records forever.',
    why: 'Clients cannot see these records, so they could not find out what blocks the deletion.',
    note: 'A record in a `gone` state keeps its references, so `on delete restrict` and `on delete cascade` prevent the deletion of the other record.',
    says: (resource: string, state: string, other: string, row: Span) => ({
      message: `${quoteSource(resource)} records in the state ${quoteSource(state)} prevent the deletion of their ${quoteSource(other)} forever.`,
      help: `write \`on delete clear\`, or add a \`delete\` row of ${quoteSource(other)} that leads to a \`gone\` state`,
      also: [{ span: row, label: `keeps the ${resource}` }],
    }),
  },
});
