import { defineProblems } from '../../problems/problem.ts';
import { asCode, firstHere, quoted } from '../../problems/words.ts';
import type { Span } from '../../text/place.ts';

const effectRule = 'An Effect is `field = <CEL>` in a code span, several separated by `;`.';
const matrixRule =
  'The table of fields by state has one column for each state; its cells are `editable`, `fixed`, `required` or `absent`.';

/** What is said of effects, and of the table of fields by state. */
export const fields = defineProblems('states', {
  'code-span': {
    rule: 'Expressions stand in code spans.',
    says: (found: string) => ({ message: `${quoted(found)} is not in a code span.`, suggestion: asCode(found) }),
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
  'effect-field': {
    rule: 'The left side of an Effect is a field of the resource, or a path into an object field.',
    says: (message: string, suggestion?: string) => ({ message, suggestion }),
  },
  'effect-twice': {
    rule: 'A field may be set once in a row.',
    says: (path: string, before: Span) => ({
      message: `${quoted(path)} is set twice in this row.`,
      also: firstHere(before),
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
});
