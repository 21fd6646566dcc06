import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { labelFirst, quoteSource } from '../../../diagnostics/words.ts';
import type { Span } from '../../../text/location.ts';
import { findNearest } from '../../../text/nearest.ts';
import { own } from '../../../text/own-property.ts';
import { stateKinds } from '../words.ts';

const headingRule =
  'A heading of this part names a resource, or a resource and its `state` field (`Invoice.status`) where it has several.';

const meantKinds = { start: 'initial', begin: 'initial', end: 'final', terminal: 'final', deleted: 'gone' };

/** What is said of the headings of this part, and of states. */
export const machines = defineDiagnostics('states', {
  'heading-form': {
    note: headingRule,
    says: (found: string) => `${quoteSource(found)} names neither a resource nor a \`state\` field.`,
  },
  'unknown-resource': {
    note: headingRule,
    says: (found: string, suggestion?: string) => ({
      message: `There is no resource ${quoteSource(found)}.`,
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
    note: 'Each `state` field has its states under one heading.',
    says: (name: string, before: Span) => ({
      message: `The states of ${quoteSource(name)} are stated already.`,
      also: labelFirst(before),
    }),
  },
  'no-state-field': {
    note: 'The states of a resource are the values of its field of type `state`.',
    says: (resource: string) => `${quoteSource(resource)} has no field of type \`state\`.`,
  },
  'nothing-stated': {
    note: 'Under a heading of this part stand states, transitions or fields by state.',
    says: (name: string) => `Nothing is stated of ${quoteSource(name)}.`,
  },
  'name-form': {
    note: 'Transitions and states have names of a lower-case letter or digit, then letters, digits, `_`, `-` and `.`; an error code may begin with an upper-case letter.',
    says: (found: string, of: string, suggestion?: string) => ({
      message: `${quoteSource(found)} cannot be the name of ${of}.`,
      suggestion,
    }),
  },
  'state-name': {
    note: 'A state may not be called `any`, `any other`, `same`, `refused` or `not shown`.',
    says: (found: string) => `${quoteSource(found)} is a word of the language.`,
  },
  'unknown-state-kind': {
    note: 'The Kind of a state is `initial`, `final`, `gone`, or none.',
    says: (found: string) => ({
      message: `There is no kind of state ${quoteSource(found)}.`,
      suggestion: own(meantKinds, found) ?? findNearest(found, stateKinds),
    }),
  },
  'no-states': {
    note: 'A `state` field has a table of its states.',
    says: (name: string) => `The states of ${quoteSource(name)} are not stated.`,
  },
  'no-initial': {
    note: 'Exactly one state is `initial`.',
    says: (name: string) => `${quoteSource(name)} has no initial state.`,
  },
  'second-initial': {
    note: 'Exactly one state is `initial`.',
    says: (name: string, before: Span) => ({
      message: `${quoteSource(name)} is a second initial state.`,
      also: labelFirst(before),
    }),
  },
  unreachable: {
    note: 'Every state can be reached from the initial one.',
    says: (name: string) => `No row leads to the state ${quoteSource(name)}.`,
  },
  'dead-end-state': {
    note: 'A state that is not `final` has a way out.',
    says: (name: string) => ({ message: `No row leaves the state ${quoteSource(name)}, and it is not \`final\`.` }),
  },
});
