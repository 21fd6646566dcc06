import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { labelFirst, oneCondition, quoteSource, sayUnknown, suggestCodeSpan } from '../../../diagnostics/words.ts';
import type { Span } from '../../../text/location.ts';
import { own } from '../../../text/own-property.ts';

const effectRule = 'An Effect is `field = <CEL>` in a code span. Several effects are separated by `;`.';
const effectsApart = 'write each effect in its own code span, with `;` between them';
const matrixRule =
  'The table of fields by state has one column for each state. Its cells are `editable`, `fixed`, `required` or `absent`.';

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
  'After a transition, the record has every field that is `required` in its new state and none that is `absent` there.';

/** The diagnostics of effects, and of the table of fields by state. */
export const fields = defineDiagnostics('states', {
  'code-span': {
    means: 'A Guard or an Effect is written outside a code span.',
    why: 'Markdown changes characters outside code spans, and Nonet reads words outside them as words of the language.',
    note: 'Expressions are written in code spans.',
    says: (found: string, of?: string) => ({
      message: `${quoteSource(found)} is not in a code span.`,
      ...suggestCodeSpan(found, of === 'Effect' ? effectsApart : oneCondition),
    }),
  },
  'effect-form': {
    means: 'An Effect does not have the form `field = <CEL>`.',
    why: 'An Effect sets one field; a comparison such as `==` changes nothing.',
    note: effectRule,
    says: (found: string, suggestion?: string) => ({ message: `${quoteSource(found)} is not an Effect.`, suggestion }),
  },
  'effects-apart': {
    means: 'Several effects of a row are in one code span.',
    why: 'A `;` has no meaning in CEL, so each effect is an expression of its own.',
    note: effectRule,
    help: effectsApart,
    says: () => 'These effects are not separated by `;`.',
  },
  'duplicate-effect': {
    means: 'One row sets the same field twice.',
    why: 'The order of effects must not matter, so each field has one new value.',
    note: 'A row sets each field at most once.',
    says: (path: string, before: Span) => ({
      message: `${quoteSource(path)} is set twice in this row.`,
      also: labelFirst(before),
    }),
  },
  'matrix-cell': {
    means: 'A cell of the table of fields by state is not one of its four words.',
    why: 'Each word is a rule that the service enforces, so another word cannot be guessed.',
    note: matrixRule,
    says: (found: string, suggestion?: string) => ({
      message: `${quoteSource(found)} is not a cell of the table of fields by state.`,
      suggestion: own(meantWords, found.toLowerCase()) ?? suggestion,
    }),
  },
  'matrix-columns': {
    means: 'The table of fields by state has no column for one of the states.',
    why: 'The rules of the fields in that state would be unknown.',
    note: matrixRule,
    says: (missing: string) => ({
      message: `The table has no column for state ${missing}.`,
      help: `add the column ${missing}`,
    }),
  },
  'matrix-state': {
    means: 'A column of the table of fields by state is not a state of the field.',
    why: 'The rules of that column would apply to nothing.',
    note: matrixRule,
    says: sayUnknown('state'),
  },
  'matrix-cannot': {
    means: 'The table of fields by state restricts a field in a way that contradicts its definition.',
    why: 'No request or record could satisfy both.',
    note: '`editable` and `fixed` restrict requests; `required` and `absent` restrict the record in that state.',
    says: (field: string, cell: string, why: string, suggestion?: string) => ({
      message: `${quoteSource(field)} cannot be ${cell}: ${why}.`,
      ...(suggestion === undefined ? {} : { suggestion, help: 'leave the cell empty' }),
    }),
  },
  'never-works': {
    means: 'A transition leads to a state whose rules the record always breaks.',
    why: 'Every call of the transition would fail.',
    note: leavesRule,
    says: (which: Against) => ({
      message: `${describeFrom(which)} never succeeds: ${explainContradiction(which)}.`,
      ...createHelp(which),
    }),
  },
  'works-rarely': {
    severity: 'warning',
    means: 'A transition from one of its states leads to a state whose rules the record breaks there.',
    why: 'The transition fails for some records, which shows only at run time.',
    note: leavesRule,
    says: (which: Against) => ({
      message: `${describeFrom(which)} ${which.against === 'may keep' ? `fails while ${quoteSource(which.field)} has a value` : 'never succeeds'}: ${explainContradiction(which)}.`,
      ...createHelp(which),
    }),
  },
  'never-created': {
    means: 'The initial state requires a field that nothing sets at creation.',
    why: 'Every create would fail.',
    note: leavesRule,
    says: (state: string, field: string, why: string) =>
      `No record can be created in the initial state ${quoteSource(state)}: ${why} for ${quoteSource(field)}.`,
  },
});

/** The conflict of a row with the cell of the state that it leads to, from some states. */
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
    sets: 'which the row sets',
    clears: 'which the row clears',
    keeps: 'which the record has',
    lacks: 'which the record does not have',
    'may keep': 'and no operation can clear it',
  };
  return `${quoteSource(state)} ${asks} ${quoteSource(field)}, ${does[against]}`;
}

function createHelp({ field, against }: Against): { readonly help?: string } {
  if (against === 'keeps' || against === 'may keep') return { help: `clear it with the Effect \`${field} = null\`` };
  return against === 'lacks' ? { help: `set it with an Effect \`${field} = …\`` } : {};
}
