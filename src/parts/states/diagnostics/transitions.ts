import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import {
  describeCodeMismatch,
  labelFirst,
  namedCodeRule,
  quoteSource,
  sayUnknown,
} from '../../../diagnostics/words.ts';
import { enumerate } from '../../../text/enumerate.ts';
import type { Span } from '../../../text/location.ts';
import { notForTransitions } from '../words.ts';

const fromRule =
  'From is a list of states separated by `,`, or `any`, or `any other`. It is empty in rows of `create` and in actions.';
const toRule =
  'To is one state or `same`. It is empty in actions, and may be empty in rows of `create`, `update`, `replace` and `delete`.';
const triggerRule =
  'A Trigger is empty (an endpoint calls the transition), `handler`, `after 30 days`, or `at` and a field of type `date` or `date-time`.';

/** The diagnostics of transitions: their states, triggers and errors. */
export const transitions = defineDiagnostics('states', {
  'transition-name': {
    means: 'The name of a transition is a built-in verb.',
    why: 'The operation `<verb> X` would have two meanings.',
    note: `A transition must not be called ${enumerate(notForTransitions.map(quoteSource), 'or')}.`,
    help: 'choose another name',
    says: (found: string) => `The transition name ${quoteSource(found)} is reserved.`,
  },
  'from-alone': {
    means: 'From combines `any` or `any other` with other states.',
    why: '`any` includes every state already, so the combination is unclear.',
    note: fromRule,
    says: (found: string) => `${quoteSource(found)} must be the only item of From.`,
  },
  'trigger-form': {
    means: 'A Trigger does not have one of the forms of triggers.',
    why: 'The trigger decides who starts the transition, so an unclear cell could start it too often or never.',
    note: triggerRule,
    says: sayUnknown('Trigger'),
  },
  'trigger-time': {
    means: 'The duration after `after` is not one that Nonet can read.',
    why: 'The timer would run at the wrong time.',
    note: '`after` takes an integer of at least 1 and a unit: second, minute, hour, day or week.',
    says: (found: string, suggestion?: string) => ({
      message: `${quoteSource(found)} is not a valid duration.`,
      suggestion,
    }),
  },
  'unknown-state': {
    means: 'From or To names a state that the field does not have.',
    why: 'The row would never apply, or would lead nowhere.',
    note: 'From and To name states of this field, or the reserved words.',
    says: sayUnknown('state'),
  },
  'repeated-state': {
    means: 'From lists the same state twice.',
    why: 'The second entry has no effect; usually another state was intended.',
    note: fromRule,
    says: (name: string, before: Span) => ({
      message: `State ${quoteSource(name)} is listed twice.`,
      also: labelFirst(before),
    }),
  },
  'from-missing': {
    means: 'A transition has no From.',
    why: 'The states that a transition leaves decide when it is allowed, so they are never implied.',
    note: fromRule,
    help: 'write the states that it leaves',
    says: (transition: string) => `This row of ${quoteSource(transition)} has no From.`,
  },
  'from-given': {
    means: 'From names states for a resource that has none, or for a row of `create`.',
    why: 'A record without a state, or one that does not exist yet, cannot be in one.',
    note: fromRule,
    says: (why: string) => why,
  },
  'to-missing': {
    means: 'A transition has no To.',
    why: 'The service would not know which state to set.',
    note: toRule,
    help: 'write the state that it enters',
    says: (transition: string) => `This row of ${quoteSource(transition)} has no To.`,
  },
  'to-initial': {
    means: 'A row of `create` leads to a state that is not declared initial.',
    why: 'The Kind `initial` marks each state in which a record may begin, for readers and for checks of what can be reached.',
    note: 'A row of `create` leads to a state of Kind `initial`.',
    says: (state: string, isOnly: boolean) => ({
      message: `A record cannot begin in ${quoteSource(state)}, which is not initial.`,
      help: isOnly ? 'set its Kind to `initial`, or clear the To' : 'set its Kind to `initial`',
    }),
  },
  'state-open': {
    means: 'A row of `create` reads the state that the rows of `create` decide.',
    why: 'If several states are initial, a new record has no state before one of these rows is taken.',
    note: 'If several states are initial, Guard and Effect of rows of `create` do not read the state.',
    says: (field: string, number?: string) => {
      const counted = number === undefined ? '' : `, but ${quoteSource(number)} is counted for each value of it`;
      return `${quoteSource(field)} has no value before a row of \`create\` is taken${counted}.`;
    },
  },
  'to-given': {
    means: 'To holds something that a row of this kind cannot have.',
    why: 'An action changes no state, a row of `create` has no state to keep, and a deletion ends in a state of Kind `gone`.',
    note: toRule,
    says: (why: string) => why,
  },
  'leaves-final': {
    means: 'A transition leaves a state that is declared final.',
    why: 'Clients treat a final state as settled and stop watching the record.',
    note: 'Only rows of `delete`, and rows of `update` and `replace` that keep the state, may include a final state in From.',
    says: (transition: string, state: string, by?: string) => ({
      message: `${quoteSource(transition)} leaves the final state ${quoteSource(state)}.`,
      ...(by === undefined
        ? {}
        : {
            help: `write the states that it leaves: ${quoteSource(by)} includes final ones in a row of ${quoteSource(transition)}`,
          }),
    }),
  },
  'to-gone': {
    means: 'A transition leads to a state of Kind `gone`.',
    why: '`gone` records are deleted for clients, so only a delete may enter that state.',
    note: 'Only a `delete` row enters a state of Kind `gone`.',
    says: (transition: string, state: string) =>
      `${quoteSource(transition)} leads to ${quoteSource(state)}, which is of Kind \`gone\`.`,
  },
  'unreachable-row': {
    means: 'An earlier row of the same transition always applies first.',
    why: 'The row has no effect; usually its Guard or the order of the rows is wrong.',
    note: 'Nonet tries the rows of a transition in order and takes the first one whose guard holds.',
    says: (row: string, before: Span) => ({
      message: `${row} is never taken.`,
      also: [{ span: before, label: 'this row has no guard' }],
    }),
  },
  'unused-transition': {
    means: 'Nothing starts a transition: no endpoint, no Effect, no handler and no timer.',
    why: 'Clients cannot use it; usually an operation is missing.',
    note: 'An endpoint, an Effect, a handler or a timer calls each transition.',
    says: (transition: string, resource: string) => ({
      message: `Nothing calls the transition ${quoteSource(transition)}.`,
      help: `add the operation ${quoteSource(`${transition} ${resource}`)}, an Effect that calls it, or a Trigger`,
    }),
  },
  'duplicate-transition': {
    means: 'Two `state` fields of a resource have a transition of the same name.',
    why: 'The operation `<transition> X` calls one transition, so its name belongs to one field.',
    note: 'Each transition of a resource belongs to one `state` field.',
    says: (name: string, before: Span) => ({
      message: `Another \`state\` field of this resource has a transition ${quoteSource(name)}.`,
      also: labelFirst(before),
    }),
  },
  'own-trigger': {
    means: 'A row of `create`, `update`, `replace` or `delete` has a Trigger that it cannot have.',
    why: 'Requests cause these rows, so a timer or a handler cannot start them.',
    note: 'Rows of `create`, `update` and `replace` have no Trigger. A `delete` row may have `after` or `at`.',
    says: (name: string) => `A row of ${quoteSource(name)} cannot have this Trigger.`,
  },
  'timed-needs-state': {
    means: 'A timer counts from the time a record entered its state, but the resource has no states.',
    why: 'The service would not know from when to count.',
    note: '`after` counts from the time the record entered its state, so the resource needs a `state` field.',
    says: (resource: string) => `Resource ${quoteSource(resource)} has no \`state\` field.`,
  },
  'refusal-unused': {
    severity: 'warning',
    means: 'A row has an Error that it never returns.',
    why: 'The rows of a transition are alternatives: a failed Guard alone rejects nothing if a later row holds.',
    note: 'The first row whose Guard holds is taken. If none holds, the last Error among the rows from the present state is returned.',
    help: 'add a Guard, or remove the Error',
    says: (later?: Span) =>
      later === undefined
        ? 'This row has an Error but no Guard, so the Error is never returned.'
        : {
            message: 'This Error is never returned: if no guard holds, a later row states another one.',
            help: 'write conditions that must all hold in one Guard, joined by `&&`, or each as a rule with the column On',
            also: [{ span: later, label: 'this Error is returned' }],
          },
  },
  'wrong-code': {
    means: 'Error names a code whose Condition does not include a failed guard or transition.',
    why: 'The part Errors would promise the code for other cases only.',
    note: namedCodeRule,
    says: (code: string, place: string | undefined) => describeCodeMismatch(code, 'guard fails', place),
  },
  'at-field': {
    means: 'The Trigger `at` names a field that does not hold a date or a time.',
    why: 'The timer runs at the time in this field.',
    note: '`at` names a field of type `date` or `date-time`.',
    says: (message: string, suggestion?: string) => ({ message, suggestion }),
  },
});
