import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { labelFirst, quoteSource, toCodeSpan } from '../../../diagnostics/words.ts';
import type { Span } from '../../../text/location.ts';
import { findNearest } from '../../../text/nearest.ts';
import { own } from '../../../text/own-property.ts';
import { presenceWords } from '../words.ts';

const effectRule = 'An Effect is `field = <CEL>` in a code span, several separated by `;`.';
const matrixRule =
  'The table of fields by state has one column for each state; its cells are `editable`, `fixed`, `required` or `absent`.';

const meantWords = {
  'read-only': 'fixed',
  readonly: 'fixed',
  locked: 'fixed',
  writable: 'editable',
  yes: 'editable',
  no: 'fixed',
  mandatory: 'required',
  hidden: 'absent',
};

const leavesRule =
  'A row leaves the record as the table of fields asks in the state that it leads to: `absent` fields gone, `required` ones there.';

/** What is said of effects, and of the table of fields by state. */
export const fields = defineDiagnostics('states', {
  'code-span': {
    note: 'Expressions stand in code spans.',
    says: (found: string) => ({
      message: `${quoteSource(found)} is not in a code span.`,
      suggestion: toCodeSpan(found),
    }),
  },
  'effect-form': {
    note: effectRule,
    says: (found: string, suggestion?: string) => ({ message: `${quoteSource(found)} sets no field.`, suggestion }),
  },
  'effects-apart': {
    note: effectRule,
    says: () => 'Each effect stands in a code span of its own, with `;` between them.',
  },
  'empty-effect': { note: effectRule, says: () => 'There is nothing at this `;`.' },
  'effect-field': {
    note: 'The left side of an Effect is a field of the resource, or a path into an object field.',
    says: (message: string, suggestion?: string) => ({ message, suggestion }),
  },
  'duplicate-effect': {
    note: 'A field may be set once in a row.',
    says: (path: string, before: Span) => ({
      message: `${quoteSource(path)} is set twice in this row.`,
      also: labelFirst(before),
    }),
  },
  'effect-cannot': {
    note: 'An Effect sets stored fields that neither the service computes nor a transition moves, and never the identity.',
    says: (path: string, why: string) => `${quoteSource(path)} cannot be set: ${why}.`,
  },
  'effect-refused': {
    note: 'A row whose To is `refused` changes nothing.',
    says: () => 'This effect would never be seen.',
  },
  'matrix-cell': {
    note: matrixRule,
    says: (found: string) => ({
      message: `${quoteSource(found)} is not understood here.`,
      suggestion: own(meantWords, found.toLowerCase()) ?? findNearest(found, presenceWords),
    }),
  },
  'matrix-columns': {
    note: matrixRule,
    says: (missing: string) => `The column of the state ${missing} is missing.`,
  },
  'matrix-state': {
    note: matrixRule,
    says: (found: string, suggestion?: string) => ({ message: `There is no state ${quoteSource(found)}.`, suggestion }),
  },
  'matrix-field': {
    note: matrixRule,
    says: (resource: string, found: string, suggestion?: string) => ({
      message: `${quoteSource(resource)} has no field ${quoteSource(found)}.`,
      suggestion,
    }),
  },
  'matrix-cannot': {
    note: '`editable` and `fixed` bind what clients send; `required` and `absent` bind what a record may hold in that state.',
    says: (field: string, cell: string, why: string) => `${quoteSource(field)} cannot be ${cell}: ${why}.`,
  },
  'never-works': {
    note: leavesRule,
    says: (which: Against) => ({
      message: `${describeFrom(which)} can never be taken: ${explainContradiction(which)}.`,
      ...createHelp(which),
    }),
  },
  'works-rarely': {
    severity: 'warning',
    note: leavesRule,
    says: (which: Against) => ({
      message: `${describeFrom(which)} ${which.against === 'may keep' ? `cannot be taken while ${quoteSource(which.field)} has a value` : 'can never be taken'}: ${explainContradiction(which)}.`,
      ...createHelp(which),
    }),
  },
  'never-created': {
    note: leavesRule,
    says: (state: string, field: string, why: string) =>
      `No record can be created: it would begin as ${quoteSource(state)}, and ${why} for ${quoteSource(field)}.`,
  },
});

/** What a row does to a field against the cell of the state that it leads to, from some states. */
export interface Against {
  readonly field: string;
  readonly state: string;
  readonly from: readonly string[];
  readonly against: 'sets' | 'clears' | 'keeps' | 'lacks' | 'may keep';
}

function describeFrom({ from }: Against): string {
  return `From ${from.slice(0, 5).map(quoteSource).join(', ')}${from.length > 5 ? ' …' : ''} this row`;
}

function explainContradiction({ field, state, against }: Against): string {
  const asks = against === 'clears' || against === 'lacks' ? 'requires' : 'forbids';
  const does = {
    sets: 'which it sets',
    clears: 'which it takes away',
    keeps: 'which the record has',
    lacks: 'which the record never has',
    'may keep': 'and nobody can take it away',
  };
  return `${quoteSource(state)} ${asks} ${quoteSource(field)}, ${does[against]}`;
}

function createHelp({ field, against }: Against): { readonly label?: string } {
  if (against === 'keeps' || against === 'may keep')
    return { label: `take it away with the Effect \`${field} = null\`` };
  return against === 'lacks' ? { label: `give it a value with an Effect \`${field} = …\`` } : {};
}
