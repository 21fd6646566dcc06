import { defineProblems } from '../../problems/problem.ts';
import type { Span } from '../../text/place.ts';

export const quoted = (text: string): string => {
  const short = text.length > 60 ? `${text.slice(0, 57)}…` : text;
  return short.includes('`') ? `“${short}”` : `\`${short}\``;
};
const first = (span: Span) => [{ span, label: 'first here' }];

const headingRule =
  'A heading of this part names a resource, or a resource and its `state` field (`Invoice.status`) where it has several.';
const fromRule =
  'From holds states separated by `,`, or `any`, or `any other`; it is empty in rows of `create` and in actions.';
const toRule =
  'To holds one state, `same` or `refused`; it is empty in rows of `create`, `update`, `replace`, `delete` and in actions.';
const triggerRule =
  'A Trigger is empty (an endpoint calls the transition), `code`, `after 30 days`, or `at` and a field of a date or date-time.';
const effectRule = 'An Effect is `field = <CEL>` in a code span, several separated by `;`.';
const matrixRule =
  'The table of fields by state has one column for each state; its cells are `editable`, `fixed`, `required` or `absent`.';

/** What is wrong in the part "States and transitions". */
export const problems = defineProblems('states', {
  'heading-form': {
    rule: headingRule,
    says: (found: string) => `${quoted(found)} names neither a resource nor a \`state\` field.`,
  },
  'unknown-resource': {
    rule: headingRule,
    says: (found: string, suggestion?: string) => ({ message: `There is no resource ${quoted(found)}.`, suggestion }),
  },
  'unknown-state-field': {
    rule: headingRule,
    says: (resource: string, found: string, suggestion?: string) => ({
      message: `${quoted(resource)} has no \`state\` field ${quoted(found)}.`,
      suggestion,
    }),
  },
  'which-field': {
    rule: headingRule,
    says: (resource: string, suggestion: string) => ({
      message: `${quoted(resource)} has several \`state\` fields.`,
      suggestion,
    }),
  },
  'doubled-machine': {
    rule: 'Each `state` field has its states under one heading.',
    says: (name: string, before: Span) => ({
      message: `The states of ${quoted(name)} are stated already.`,
      also: first(before),
    }),
  },
  'no-state-field': {
    rule: 'The states of a resource are the values of its field of type `state`.',
    says: (resource: string) => `${quoted(resource)} has no field of type \`state\`.`,
  },
  'nothing-stated': {
    rule: 'Under a heading of this part stand states, transitions or fields by state.',
    says: (name: string) => `Nothing is stated of ${quoted(name)}.`,
  },
  'name-form': {
    rule: 'Transitions, states and error codes have names of a lower-case letter or digit, then letters, digits, `_`, `-` and `.`.',
    says: (found: string, of: string, suggestion?: string) => ({
      message: `${quoted(found)} cannot be the name of ${of}.`,
      suggestion,
    }),
  },
  'state-name': {
    rule: 'A state may not be called `any`, `any other`, `same`, `refused` or `not shown`.',
    says: (found: string) => `${quoted(found)} is a word of the language.`,
  },
  'transition-name': {
    rule: 'A transition may not be called `read`, `list`, `issue`, `revoke`, `stream`, `all` or `any`.',
    says: (found: string) => `${quoted(found)} is a word of the language.`,
  },
  prototype: {
    rule: 'Nothing may be called `__proto__`.',
    says: () => 'This name is taken by the languages in which services are written.',
  },
  'unknown-state-kind': {
    rule: 'The Kind of a state is `initial`, `final`, `gone`, or none.',
    says: (found: string, suggestion?: string) => ({
      message: `There is no kind of state ${quoted(found)}.`,
      suggestion,
    }),
  },
  'from-form': { rule: fromRule, says: (found: string) => `${quoted(found)} is not understood in From.` },
  'from-alone': { rule: fromRule, says: (found: string) => `${quoted(found)} stands alone in From.` },
  'to-form': {
    rule: toRule,
    says: (found: string) => `${quoted(found)} is not one state, \`same\` or \`refused\`.`,
  },
  'trigger-form': {
    rule: triggerRule,
    says: (found: string, suggestion?: string) => ({ message: `${quoted(found)} is no Trigger.`, suggestion }),
  },
  'trigger-time': {
    rule: '`after` is followed by a whole number from 1 and a unit: second, minute, hour, day or week.',
    says: (found: string, suggestion?: string) => ({
      message: `${quoted(found)} is not understood as a time.`,
      suggestion,
    }),
  },
  'code-span': {
    rule: 'Expressions stand in code spans.',
    says: (found: string) => ({ message: `${quoted(found)} is not in a code span.`, suggestion: `\`${found}\`` }),
  },
  'effect-form': {
    rule: effectRule,
    says: (found: string, suggestion?: string) => ({ message: `${quoted(found)} sets no field.`, suggestion }),
  },
  'effects-apart': {
    rule: effectRule,
    says: () => 'Each effect stands in a code span of its own, with `;` between them.',
  },
  'empty-effect': { rule: effectRule, says: () => 'There is nothing at this `;`.' },
  'matrix-cell': {
    rule: matrixRule,
    says: (found: string, suggestion?: string) => ({ message: `${quoted(found)} is not understood here.`, suggestion }),
  },
  'matrix-columns': {
    rule: matrixRule,
    says: (missing: string) => `The column of the state ${missing} is missing.`,
  },
  'matrix-state': {
    rule: matrixRule,
    says: (found: string, suggestion?: string) => ({ message: `There is no state ${quoted(found)}.`, suggestion }),
  },
  'matrix-field': {
    rule: matrixRule,
    says: (resource: string, found: string, suggestion?: string) => ({
      message: `${quoted(resource)} has no field ${quoted(found)}.`,
      suggestion,
    }),
  },
  'matrix-cannot': {
    rule: '`editable` and `fixed` bind what clients send; `required` and `absent` bind what a record may hold in that state.',
    says: (field: string, cell: string, why: string) => `${quoted(field)} cannot be ${cell}: ${why}.`,
  },
  'doubled-state': {
    rule: 'A state stands once.',
    says: (name: string, before: Span) => ({
      message: `The state ${quoted(name)} stands here again.`,
      also: first(before),
    }),
  },
  'no-states': {
    rule: 'A `state` field has a table of its states.',
    says: (name: string) => `The states of ${quoted(name)} are not stated.`,
  },
  'no-initial': {
    rule: 'Exactly one state is `initial`.',
    says: (name: string) => `${quoted(name)} has no initial state.`,
  },
  'second-initial': {
    rule: 'Exactly one state is `initial`.',
    says: (name: string, before: Span) => ({
      message: `${quoted(name)} is a second initial state.`,
      also: first(before),
    }),
  },
  unreachable: {
    rule: 'Every state can be reached from the initial one.',
    says: (name: string) => `No row leads to the state ${quoted(name)}.`,
  },
  'no-way-out': {
    rule: 'A state that is not `final` has a way out.',
    says: (name: string) => ({ message: `No row leaves the state ${quoted(name)}, and it is not \`final\`.` }),
  },
  'unknown-state': {
    rule: 'From and To hold states of the table above, or the words of the language.',
    says: (found: string, suggestion?: string) => ({ message: `There is no state ${quoted(found)}.`, suggestion }),
  },
  'doubled-from': {
    rule: fromRule,
    says: (name: string, before: Span) => ({
      message: `The state ${quoted(name)} stands here again.`,
      also: first(before),
    }),
  },
  'from-missing': {
    rule: fromRule,
    says: (transition: string) => `This row of ${quoted(transition)} does not say from which states it is taken.`,
  },
  'from-given': { rule: fromRule, says: (why: string) => why },
  'to-missing': {
    rule: toRule,
    says: (transition: string) => `This row of ${quoted(transition)} does not say to which state it leads.`,
  },
  'to-given': { rule: toRule, says: (why: string) => why },
  'leaves-final': {
    rule: 'A final state is left by name only in rows of `update`, `replace` and `delete`.',
    says: (transition: string, state: string) => `${quoted(transition)} leaves the final state ${quoted(state)}.`,
  },
  'to-gone': {
    rule: 'A state of kind `gone` is entered by a `delete` row.',
    says: (transition: string, state: string) =>
      `${quoted(transition)} leads to ${quoted(state)}, whose records are gone.`,
  },
  'never-taken': {
    rule: 'Rows of one transition from a state are tried in order; one behind a row without a guard is never tried.',
    says: (row: string, before: Span) => ({
      message: `${row} is never taken.`,
      also: [{ span: before, label: 'this row has no guard' }],
    }),
  },
  'never-called': {
    rule: 'A transition is called by an endpoint, by code, or by the time.',
    says: (transition: string, resource: string) =>
      `Nothing calls ${quoted(transition)}: there is neither an operation ${quoted(`${transition} ${resource}`)} nor a Trigger.`,
  },
  'doubled-transition': {
    rule: 'A transition’s name stands for one state field of a resource.',
    says: (name: string, before: Span) => ({
      message: `${quoted(name)} is a transition of another state field of this resource.`,
      also: first(before),
    }),
  },
  'own-trigger': {
    rule: 'Rows of `create`, `update` and `replace` have no Trigger; a `delete` row with one deletes by itself.',
    says: (name: string) => `A row of ${quoted(name)} has no Trigger.`,
  },
  'timed-needs-state': {
    rule: '`after` counts from entering the present state, so it needs a `state` field.',
    says: (resource: string) => `${quoted(resource)} has no state to be entered.`,
  },
  'refused-refusal': {
    rule: '`refused` means that this row’s Refusal answers when its guard holds.',
    says: () => 'This row has no Refusal.',
  },
  'refusal-unused': {
    severity: 'warning',
    rule: 'A Refusal answers when no guard of the transition holds, or in a row whose To is `refused`.',
    says: () => 'This row has a Refusal and no Guard, so it never refuses.',
  },
  'unknown-code': {
    rule: 'Refusal names a code of the part “Errors”.',
    says: (found: string, suggestion?: string) => ({ message: `There is no error code ${quoted(found)}.`, suggestion }),
  },
  'at-field': {
    rule: '`at` names a field of format `date` or `date-time`.',
    says: (message: string, suggestion?: string) => ({ message, suggestion }),
  },
  'effect-field': {
    rule: 'The left side of an Effect is a field of the resource, or a path into an object field.',
    says: (message: string, suggestion?: string) => ({ message, suggestion }),
  },
  'effect-twice': {
    rule: 'A field may be set once in a row.',
    says: (path: string, before: Span) => ({
      message: `${quoted(path)} is set twice in this row.`,
      also: first(before),
    }),
  },
  'effect-cannot': {
    rule: 'An Effect sets stored fields that neither the service computes nor a transition moves, and never the identity.',
    says: (path: string, why: string) => `${quoted(path)} cannot be set: ${why}.`,
  },
  'effect-refused': {
    rule: 'A row whose To is `refused` changes nothing.',
    says: () => 'This effect would never be seen.',
  },
});
