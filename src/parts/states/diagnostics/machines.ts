import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { labelFirst, quoteSource, sayUnknown } from '../../../diagnostics/words.ts';
import type { Span } from '../../../text/location.ts';
import { own } from '../../../text/own-property.ts';

const headingRule =
  'A heading of this part names a resource. If the resource has several `state` fields, it names one of them, as in `Invoice.status`.';

const meantKinds = { start: 'initial', begin: 'initial', end: 'final', terminal: 'final', deleted: 'gone' };

/** The diagnostics of the headings of this part, and of states. */
export const machines = defineDiagnostics('states', {
  'heading-form': {
    means: 'A heading of this part is not the name of a resource or of a `state` field.',
    why: 'The heading decides which records the tables below it govern.',
    note: headingRule,
    says: (found: string) => `${quoteSource(found)} is not a resource or a \`state\` field.`,
  },
  'unknown-resource': {
    means: 'A heading of this part names a resource that the document does not define.',
    why: 'The tables below it would govern nothing.',
    note: headingRule,
    says: sayUnknown('resource'),
  },
  'unknown-state-field': {
    means: 'A heading of this part names a field that is not a `state` field of its resource.',
    why: 'The tables below it would govern nothing.',
    note: headingRule,
    says: (resource: string, found: string, suggestion?: string) => ({
      message: `${quoteSource(resource)} has no \`state\` field ${quoteSource(found)}.`,
      suggestion,
    }),
  },
  'which-field': {
    means: 'A heading names a resource with several `state` fields without naming the field.',
    why: 'The tables below it could belong to either field.',
    note: headingRule,
    says: (resource: string, suggestion: string) => ({
      message: `${quoteSource(resource)} has several \`state\` fields.`,
      suggestion,
    }),
  },
  'duplicate-machine': {
    means: 'A `state` field has two headings with tables.',
    why: 'The two state tables could contradict each other.',
    note: 'Each `state` field has one heading with all its states.',
    says: (name: string, before: Span) => ({
      message: `${quoteSource(name)} has a second heading.`,
      also: labelFirst(before),
    }),
  },
  'no-state-field': {
    means: 'A resource has a table of states but no field of type `state`.',
    why: 'The service would have no field in which to store the state of a record.',
    note: 'The states of a resource are the values of its field of type `state`.',
    says: (resource: string) => `Resource ${quoteSource(resource)} has no field of type \`state\`.`,
  },
  'nothing-stated': {
    means: 'A heading of this part has no table below it.',
    why: 'An empty heading is neither a definition nor a recorded gap.',
    note: 'A heading of this part has a table of states, of transitions or of fields by state.',
    says: (name: string) => `The heading ${quoteSource(name)} has no table.`,
  },
  'name-form': {
    means: 'The name of a state or a transition has characters that are not allowed.',
    why: 'The names are values in responses and parts of operation names, so they have one plain form.',
    note: 'A name of a state or an error code begins with a letter or a digit and continues with letters, digits, `_`, `-` and `.`. The first letter of a transition is a lower-case letter.',
    says: (found: string, of: string, suggestion?: string) => ({
      message: `${quoteSource(found)} is not a valid name of ${of}.`,
      suggestion,
    }),
  },
  'state-name': {
    means: 'The name of a state is a word with a meaning in state tables.',
    why: 'A row could not distinguish the state from the word.',
    note: 'A state must not be called `any`, `any other`, `same` or `not shown`, in upper or lower case.',
    help: 'choose another name',
    says: (found: string) => `The state name ${quoteSource(found)} is reserved.`,
  },
  'unknown-state-kind': {
    means: 'The Kind of a state is not one that Nonet knows.',
    why: 'The kind decides where records begin and which states are dead ends.',
    note: 'The Kind of a state is `initial`, `final`, `gone` or empty.',
    says: (found: string, suggestion?: string) => ({
      message: `Unknown Kind ${quoteSource(found)}.`,
      suggestion: own(meantKinds, found) ?? suggestion,
    }),
  },
  'no-states': {
    means: 'The heading of a `state` field has no table of states.',
    why: 'The transitions below it could name any state, including misspelled ones.',
    note: 'A `state` field needs a table of its states.',
    says: (name: string) => `${quoteSource(name)} has no table of states.`,
  },
  'no-initial': {
    means: 'None of the states is declared initial.',
    why: 'The service sets the state of each new record, so it must know which one.',
    note: 'One state is `initial`, or several into which rows of `create` lead.',
    help: 'set the Kind of one state to `initial`',
    says: (name: string) => `${quoteSource(name)} has no initial state.`,
  },
  'second-initial': {
    means: 'One of several initial states has no row of `create` that leads to it.',
    why: 'If several states are initial, the rows of `create` decide in which one a new record begins.',
    note: 'One state is `initial`, or a row of `create` leads to each initial state.',
    says: (name: string, other: Span) => ({
      message: `No row of \`create\` leads to the initial state ${quoteSource(name)}.`,
      help: `add a row of \`create\` with ${quoteSource(name)} in To, or clear its Kind`,
      also: [{ span: other, label: 'another initial state' }],
    }),
  },
  unreachable: {
    means: 'No row leads to a state.',
    why: 'No record can ever be in it, so its rows and rules have no effect.',
    note: 'Every state is reachable from an initial one.',
    says: (name: string) => ({
      message: `State ${quoteSource(name)} is unreachable.`,
      help: `add a row with ${quoteSource(name)} in To`,
    }),
  },
  'dead-end-state': {
    means: 'Records can enter a state but never leave it, and the state is not declared final.',
    why: 'Either the state is final, which clients should know, or a row is missing.',
    note: 'Only states of Kind `final` or `gone` may be dead ends.',
    says: (name: string) => ({
      message: `State ${quoteSource(name)} has no outgoing transition.`,
      help: `add a row with ${quoteSource(name)} in From, or set its Kind to \`final\``,
    }),
  },
});
