import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { describeCodeMismatch, labelFirst, namedCodeRule, quoteSource } from '../../../diagnostics/words.ts';
import { ownVerbs } from '../../../plan/kinds.ts';
import { enumerate } from '../../../text/enumerate.ts';
import type { Span } from '../../../text/location.ts';
import { notForTransitions } from '../words.ts';

const fromRule =
  'From is a list of states separated by `,`, or `any`, or `any other`. It is empty in rows of `create` and in actions.';
const toRule = `To is one state, \`same\` or \`refused\`. It is empty in rows of ${[...ownVerbs].map(quoteSource).join(', ')} and in actions.`;
const triggerRule =
  'A Trigger is empty (an endpoint calls the transition), `handler`, `after 30 days`, or `at` and a field of type `date` or `date-time`.';

/** What is said of transitions: where they lead from and to, what calls them, and how they refuse. */
export const transitions = defineDiagnostics('states', {
  'transition-name': {
    note: `A transition must not be called ${enumerate(notForTransitions.map(quoteSource), 'or')}.`,
    says: (found: string) => ({
      message: `The transition name ${quoteSource(found)} is reserved.`,
      help: 'choose another name',
    }),
  },
  'from-form': {
    note: fromRule,
    says: (found: string) =>
      found === '' ? 'A state is missing beside this comma.' : `${quoteSource(found)} is not a valid From.`,
  },
  'from-alone': { note: fromRule, says: (found: string) => `${quoteSource(found)} must be the only item of From.` },
  'to-form': {
    note: toRule,
    says: (found: string) => `${quoteSource(found)} is not a valid To.`,
  },
  'trigger-form': {
    note: triggerRule,
    says: (found: string, suggestion?: string) => ({ message: `Unknown Trigger ${quoteSource(found)}.`, suggestion }),
  },
  'trigger-time': {
    note: '`after` takes an integer of at least 1 and a unit: second, minute, hour, day or week.',
    says: (found: string, suggestion?: string) => ({
      message: `${quoteSource(found)} is not a valid duration.`,
      suggestion,
    }),
  },
  'unknown-state': {
    note: 'From and To name states of this field, or the reserved words.',
    says: (found: string, suggestion?: string) => ({ message: `Unknown state ${quoteSource(found)}.`, suggestion }),
  },
  'duplicate-from': {
    note: fromRule,
    says: (name: string, before: Span) => ({
      message: `State ${quoteSource(name)} is listed twice.`,
      also: labelFirst(before),
    }),
  },
  'from-missing': {
    note: fromRule,
    says: (transition: string) => ({
      message: `This row of ${quoteSource(transition)} has no From.`,
      help: 'write the states that it leaves',
    }),
  },
  'from-given': { note: fromRule, says: (why: string) => why },
  'to-missing': {
    note: toRule,
    says: (transition: string) => ({
      message: `This row of ${quoteSource(transition)} has no To.`,
      help: 'write the state that it enters',
    }),
  },
  'to-given': { note: toRule, says: (why: string) => why },
  'leaves-final': {
    note: 'Only rows of `update`, `replace` and `delete` may name a final state in From.',
    says: (transition: string, state: string) =>
      `${quoteSource(transition)} leaves the final state ${quoteSource(state)}.`,
  },
  'to-gone': {
    note: 'Only a `delete` row enters a state of Kind `gone`.',
    says: (transition: string, state: string) =>
      `${quoteSource(transition)} leads to ${quoteSource(state)}, which is of Kind \`gone\`.`,
  },
  'unreachable-row': {
    note: 'Nonet tries the rows of a transition in order and takes the first one whose guard holds.',
    says: (row: string, before: Span) => ({
      message: `${row} is never taken.`,
      also: [{ span: before, label: 'this row has no guard' }],
    }),
  },
  'unused-transition': {
    note: 'An endpoint, a handler or a timer calls each transition.',
    says: (transition: string, resource: string) => ({
      message: `Nothing calls the transition ${quoteSource(transition)}.`,
      help: `add the operation ${quoteSource(`${transition} ${resource}`)}, or a Trigger`,
    }),
  },
  'duplicate-transition': {
    note: 'Each transition of a resource belongs to one `state` field.',
    says: (name: string, before: Span) => ({
      message: `Another \`state\` field of this resource has a transition ${quoteSource(name)}.`,
      also: labelFirst(before),
    }),
  },
  'own-trigger': {
    note: 'Rows of `create`, `update` and `replace` have no Trigger. A `delete` row may have `after` or `at`.',
    says: (name: string) => `A row of ${quoteSource(name)} cannot have this Trigger.`,
  },
  'timed-needs-state': {
    note: '`after` counts from the time the record entered its state, so the resource needs a `state` field.',
    says: (resource: string) => `Resource ${quoteSource(resource)} has no \`state\` field.`,
  },
  'refused-refusal': {
    note: 'A `refused` row returns its Error when its guard holds.',
    says: () => ({ message: 'This `refused` row has no Error.', help: 'write an error code in Error' }),
  },
  'refusal-unused': {
    severity: 'warning',
    note: 'Error is returned when no guard of the transition holds, or by a row whose To is `refused`.',
    says: () => ({
      message: 'This row has an Error but no Guard, so the Error is never returned.',
      help: 'add a Guard, or remove the Error',
    }),
  },
  'unknown-code': {
    note: 'Error is a code of the part “Errors”.',
    says: (found: string, suggestion?: string) => ({
      message: `Unknown error code ${quoteSource(found)}.`,
      suggestion,
    }),
  },
  'wrong-code': {
    note: namedCodeRule,
    says: (code: string, place: string | undefined) => describeCodeMismatch(code, 'guard fails', place),
  },
  'at-field': {
    note: '`at` names a field of format `date` or `date-time`.',
    says: (message: string, suggestion?: string) => ({ message, suggestion }),
  },
});
