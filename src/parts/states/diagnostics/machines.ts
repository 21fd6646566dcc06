import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { labelFirst, quoteSource } from '../../../diagnostics/words.ts';
import type { Span } from '../../../text/location.ts';
import { findNearest } from '../../../text/nearest.ts';
import { own } from '../../../text/own-property.ts';
import { stateKinds } from '../words.ts';

const headingRule =
  'A heading of this part names a resource. If the resource has several `state` fields, it names one of them, as in `Invoice.status`.';

const meantKinds = { start: 'initial', begin: 'initial', end: 'final', terminal: 'final', deleted: 'gone' };

/** What is said of the headings of this part, and of states. */
export const machines = defineDiagnostics('states', {
  'heading-form': {
    note: headingRule,
    says: (found: string) => `${quoteSource(found)} is not a resource or a \`state\` field.`,
  },
  'unknown-resource': {
    note: headingRule,
    says: (found: string, suggestion?: string) => ({
      message: `Unknown resource ${quoteSource(found)}.`,
      suggestion,
    }),
  },
  'unknown-state-field': {
    note: headingRule,
    says: (resource: string, found: string, suggestion?: string) => ({
      message: `${quoteSource(resource)} has no \`state\` field ${quoteSource(found)}.`,
      suggestion,
    }),
  },
  'which-field': {
    note: headingRule,
    says: (resource: string, suggestion: string) => ({
      message: `${quoteSource(resource)} has several \`state\` fields.`,
      suggestion,
    }),
  },
  'duplicate-machine': {
    note: 'Each `state` field has one heading with all its states.',
    says: (name: string, before: Span) => ({
      message: `${quoteSource(name)} has a second heading.`,
      also: labelFirst(before),
    }),
  },
  'no-state-field': {
    note: 'The states of a resource are the values of its field of type `state`.',
    says: (resource: string) => `Resource ${quoteSource(resource)} has no field of type \`state\`.`,
  },
  'nothing-stated': {
    note: 'A heading of this part has a table of states, of transitions or of fields by state.',
    says: (name: string) => `The heading ${quoteSource(name)} has no table.`,
  },
  'name-form': {
    note: 'A name of a transition or state begins with a lower-case letter or a digit and continues with letters, digits, `_`, `-` and `.`. An error code may begin with an upper-case letter.',
    says: (found: string, of: string, suggestion?: string) => ({
      message: `${quoteSource(found)} is not a valid name of ${of}.`,
      suggestion,
    }),
  },
  'state-name': {
    note: 'A state must not be called `any`, `any other`, `same`, `refused` or `not shown`.',
    says: (found: string) => ({
      message: `The state name ${quoteSource(found)} is reserved.`,
      help: 'choose another name',
    }),
  },
  'unknown-state-kind': {
    note: 'The Kind of a state is `initial`, `final`, `gone` or empty.',
    says: (found: string) => ({
      message: `Unknown Kind ${quoteSource(found)}.`,
      suggestion: own(meantKinds, found) ?? findNearest(found, stateKinds),
    }),
  },
  'no-states': {
    note: 'A `state` field needs a table of its states.',
    says: (name: string) => `${quoteSource(name)} has no table of states.`,
  },
  'no-initial': {
    note: 'Exactly one state is `initial`.',
    says: (name: string) => ({
      message: `${quoteSource(name)} has no initial state.`,
      help: 'set the Kind of one state to `initial`',
    }),
  },
  'second-initial': {
    note: 'Exactly one state is `initial`.',
    says: (name: string, before: Span) => ({
      message: `State ${quoteSource(name)} is a second initial state.`,
      also: labelFirst(before),
    }),
  },
  unreachable: {
    note: 'Every state is reachable from the initial one.',
    says: (name: string) => ({
      message: `State ${quoteSource(name)} is unreachable.`,
      help: `add a row with ${quoteSource(name)} in To`,
    }),
  },
  'dead-end-state': {
    note: 'Only states of Kind `final` or `gone` may be dead ends.',
    says: (name: string) => ({
      message: `State ${quoteSource(name)} has no outgoing transition.`,
      help: `add a row with ${quoteSource(name)} in From, or set its Kind to \`final\``,
    }),
  },
});
