import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { describeCodeMismatch, labelFirst, namedCodeRule, quoteSource } from '../../../diagnostics/words.ts';
import { ownVerbs } from '../../../plan/kinds.ts';
import { enumerate } from '../../../text/enumerate.ts';
import type { Span } from '../../../text/location.ts';
import { notForTransitions } from '../words.ts';

const fromRule =
  'From holds states separated by `,`, or `any`, or `any other`; it is empty in rows of `create` and in actions.';
const toRule = `To holds one state, \`same\` or \`refused\`; it is empty in rows of ${[...ownVerbs].map(quoteSource).join(', ')} and in actions.`;
const triggerRule =
  'A Trigger is empty (an endpoint calls the transition), `code`, `after 30 days`, or `at` and a field of a date or date-time.';

/** What is said of transitions: where they lead from and to, what calls them, and how they refuse. */
export const transitions = defineDiagnostics('states', {
  'transition-name': {
    note: `A transition may not be called ${enumerate(notForTransitions.map(quoteSource), 'or')}.`,
    says: (found: string) => `${quoteSource(found)} is a word of the language.`,
  },
  'from-form': {
    note: fromRule,
    says: (found: string) =>
      found === ''
        ? 'A state is missing in From beside this comma.'
        : `${quoteSource(found)} is not understood in From.`,
  },
  'from-alone': { note: fromRule, says: (found: string) => `${quoteSource(found)} stands alone in From.` },
  'to-form': {
    note: toRule,
    says: (found: string) => `${quoteSource(found)} is not one state, \`same\` or \`refused\`.`,
  },
  'trigger-form': {
    note: triggerRule,
    says: (found: string, suggestion?: string) => ({ message: `${quoteSource(found)} is no Trigger.`, suggestion }),
  },
  'trigger-time': {
    note: '`after` is followed by a whole number from 1 and a unit: second, minute, hour, day or week.',
    says: (found: string, suggestion?: string) => ({
      message: `${quoteSource(found)} is not understood as a time.`,
      suggestion,
    }),
  },
  'unknown-state': {
    note: 'From and To hold states of the table above, or the words of the language.',
    says: (found: string, suggestion?: string) => ({ message: `There is no state ${quoteSource(found)}.`, suggestion }),
  },
  'duplicate-from': {
    note: fromRule,
    says: (name: string, before: Span) => ({
      message: `The state ${quoteSource(name)} stands here again.`,
      also: labelFirst(before),
    }),
  },
  'from-missing': {
    note: fromRule,
    says: (transition: string) => `This row of ${quoteSource(transition)} does not say from which states it is taken.`,
  },
  'from-given': { note: fromRule, says: (why: string) => why },
  'to-missing': {
    note: toRule,
    says: (transition: string) => `This row of ${quoteSource(transition)} does not say to which state it leads.`,
  },
  'to-given': { note: toRule, says: (why: string) => why },
  'leaves-final': {
    note: 'A final state is left by name only in rows of `update`, `replace` and `delete`.',
    says: (transition: string, state: string) =>
      `${quoteSource(transition)} leaves the final state ${quoteSource(state)}.`,
  },
  'to-gone': {
    note: 'A state of kind `gone` is entered by a `delete` row.',
    says: (transition: string, state: string) =>
      `${quoteSource(transition)} leads to ${quoteSource(state)}, whose records are gone.`,
  },
  'unreachable-row': {
    note: 'Rows of one transition from a state are tried in order; one behind a row without a guard is never tried.',
    says: (row: string, before: Span) => ({
      message: `${row} is never taken.`,
      also: [{ span: before, label: 'this row has no guard' }],
    }),
  },
  'unused-transition': {
    note: 'A transition is called by an endpoint, by code, or by the time.',
    says: (transition: string, resource: string) =>
      `Nothing calls ${quoteSource(transition)}: there is neither an operation ${quoteSource(`${transition} ${resource}`)} nor a Trigger.`,
  },
  'duplicate-transition': {
    note: 'A transition’s name stands for one state field of a resource.',
    says: (name: string, before: Span) => ({
      message: `${quoteSource(name)} is a transition of another state field of this resource.`,
      also: labelFirst(before),
    }),
  },
  'own-trigger': {
    note: 'Rows of `create`, `update` and `replace` have no Trigger; a `delete` row with one deletes by itself.',
    says: (name: string) => `A row of ${quoteSource(name)} has no Trigger.`,
  },
  'timed-needs-state': {
    note: '`after` counts from entering the present state, so it needs a `state` field.',
    says: (resource: string) => `${quoteSource(resource)} has no state to be entered.`,
  },
  'refused-refusal': {
    note: '`refused` means that this row’s Error answers when its guard holds.',
    says: () => 'This row has no Error.',
  },
  'refusal-unused': {
    severity: 'warning',
    note: 'Error answers when no guard of the transition holds, or in a row whose To is `refused`.',
    says: () => 'This row has an Error and no Guard, so it never refuses.',
  },
  'unknown-code': {
    note: 'Error names a code of the part “Errors”.',
    says: (found: string, suggestion?: string) => ({
      message: `There is no error code ${quoteSource(found)}.`,
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
