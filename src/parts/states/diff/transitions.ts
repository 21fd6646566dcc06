import { breaking, compatible, unclear } from '../../../diff/rule.ts';
import { added, became, ceased, defineRules, inBoth, removed, type Subject } from '../../../diff/table.ts';
import { equal } from '../../../expression/conditions/form.ts';
import { renamePath } from '../../diff/expressions.ts';
import { createMoveFinder, describeLeads, formatRefusal } from './moved.ts';
import type { OutcomeMove } from './outcomes.ts';
import { isLimiting, type RowPair, type RowSide, type TableOrder } from './subjects.ts';

const row: Subject<RowPair> = {
  part: 'states',
  verb: 'behavior',
  where: ({ called }) => called,
  at: ({ model }) => model.span,
  name: ({ model }) => model.name.span,
};

const locateTrigger = ({ model }: RowSide) => model.trigger?.span;
const isTimed = ({ plan }: RowSide): boolean => plan.trigger !== undefined && plan.trigger.kind !== 'handler';
const isCode = ({ plan }: RowSide): boolean => plan.trigger?.kind === 'handler';

/** The rules for changes of a row of a transition table. */
export const rowRules = defineRules(row, {
  'transition-added': {
    differs: 'a transition is added',
    requests: compatible,
    answers: unclear('A client that does not expect records to change by it.'),
    find: added(({ called, olderRows, now }) => {
      if (olderRows > 0 || isLimiting(now.plan.name)) return undefined;
      return { what: `the transition \`${called}\` is new`, answers: isTimed(now) };
    }),
  },
  'transition-removed': {
    differs: 'a transition is removed',
    requests: breaking('A client that calls it, or waits for what it did.'),
    find: removed(({ called, newerRows, old }) => {
      if (newerRows > 0 || isLimiting(old.plan.name)) return undefined;
      return { what: `the transition \`${called}\` is removed`, row: 'none' };
    }),
  },
  'time-changed': {
    differs: 'a timer triggers a transition at another time',
    answers: unclear('A client that waits for it, or acts before it.'),
    at: locateTrigger,
    find: inBoth(({ comparison, resource, called, old, now }) => {
      const was = old.plan.trigger!;
      if (!isTimed(old) || !isTimed(now)) return undefined;
      const turned = was.kind === 'at' ? { ...was, field: renamePath(comparison, resource, [was.field])[0]! } : was;
      return !equal(turned, now.plan.trigger) && `\`${called}\` is triggered at another time`;
    }),
  },
  'time-added': {
    differs: 'a transition that clients called is now triggered by a timer',
    requests: breaking('A client that calls it.'),
    answers: unclear('A client that does not expect records to change by themselves.'),
    find: became(isTimed, ({ called, now }) => ({
      what: `\`${called}\` is triggered by a timer`,
      now: locateTrigger(now),
    })),
  },
  'time-removed': {
    differs: 'a transition is no longer triggered by a timer',
    requests: compatible,
    answers: breaking('A client that waits for it.'),
    find: ceased(isTimed, ({ called, old }) => ({
      what: `\`${called}\` is no longer triggered by a timer`,
      old: locateTrigger(old),
    })),
  },
  'code-trigger-changed': {
    differs: 'handlers call a transition, or call it no longer',
    requests: compatible,
    answers: unclear('A client that calls the transition, or waits for handlers to do so.'),
    find: inBoth(({ called, old, now }) => {
      if (isTimed(old) || isTimed(now) || isCode(old) === isCode(now)) return undefined;
      return `\`${called}\` is ${isCode(now) ? '' : 'no longer '}called by handlers`;
    }),
  },
});

const move: Subject<OutcomeMove> = { part: 'states', verb: 'behavior', where: ({ called }) => called };

/** The rules for an OutcomeMove. */
export const outcomeRules = defineRules(move, {
  'row-added': {
    differs: 'a transition has one more row',
    requests: compatible,
    find: createMoveFinder('way more', ({ called }) => `\`${called}\` has one more row`),
  },
  'row-removed': {
    differs: 'a transition has one row fewer',
    requests: breaking('A client that calls it where only the older row allowed it.'),
    find: createMoveFinder('way less', ({ called }) => `\`${called}\` has one row fewer`),
  },
  'operation-limited': {
    differs: 'a row limits when an operation or a transition is allowed',
    requests: breaking('A client that does it where the row does not allow it.'),
    find: createMoveFinder('limited', ({ called }) => `a row limits \`${called}\``),
  },
  'operation-unlimited': {
    differs: 'a row no longer limits when an operation or a transition is allowed',
    requests: compatible,
    answers: unclear('A client that relies on records staying as they are where the row forbade it.'),
    find: createMoveFinder('unlimited', ({ called }) => `a row that limited \`${called}\` is removed`),
  },
  'from-narrower': {
    differs: 'a transition may no longer be taken from a state',
    requests: breaking('A client that calls it in that state: `wrong state`.'),
    find: createMoveFinder('from less', ({ called }, states) => `\`${called}\` is not taken from ${states}`),
  },
  'from-wider': {
    differs: 'a transition may be taken from another state too',
    requests: compatible,
    answers: unclear('A client that relies on records in that state staying in it.'),
    find: createMoveFinder('from more', ({ called }, states) => `\`${called}\` is taken from ${states} too`),
  },
  'to-changed': {
    differs: 'a transition has a different target state',
    answers: breaking('A client that calls it, or waits for it, and goes on from the older state.'),
    find: createMoveFinder('to', (outcomeMove) => `\`${outcomeMove.called}\` ${describeLeads(outcomeMove)}`),
  },
  'guard-tighter': {
    differs: 'a guard is stricter',
    requests: breaking('A client that calls the transition where only the older guard holds.'),
    find: createMoveFinder('tighter', ({ called }) => `the guard of \`${called}\` allows less`),
  },
  'guard-looser': {
    differs: 'a guard is looser',
    requests: compatible,
    find: createMoveFinder('looser', ({ called }) => `the guard of \`${called}\` allows more`),
  },
  'guard-changed': {
    differs: 'a guard has a different condition',
    requests: unclear('A client that calls the transition where only the older guard holds.'),
    find: createMoveFinder('otherwise', ({ called }) => `the guard of \`${called}\` has a different condition`),
  },
  'effect-changed': {
    differs: 'a transition has different effects',
    answers: unclear('A client that reads what the transition changes.'),
    find: createMoveFinder('effect', ({ called }) => `\`${called}\` has different effects`),
  },
  'error-changed': {
    differs: 'a rejected transition returns another error code',
    answers: breaking('A client that checks for the old error code.'),
    find: createMoveFinder(
      'refusal',
      (outcomeMove) => `\`${outcomeMove.called}\` is rejected with ${formatRefusal(outcomeMove)}`,
    ),
  },
  'choice-changed': {
    differs: 'another row of a transition may apply',
    answers: unclear('A client that expects the state of the older row.'),
    find: createMoveFinder(
      'chosen',
      (outcomeMove) => `\`${outcomeMove.called}\` ${describeLeads(outcomeMove, 'mayLead')}`,
    ),
  },
  'timing-changed': {
    differs: 'a timer triggers a transition in other cases',
    answers: unclear('A client that waits for it, or relies on its absence.'),
    find: createMoveFinder('timed', ({ called }) => `\`${called}\` is triggered by a timer in other cases`),
  },
});

const order: Subject<TableOrder> = {
  part: 'states',
  verb: 'behavior',
  where: ({ called }) => called,
  at: (span) => span,
};

/** The rules for a TableOrder. */
export const orderRules = defineRules(order, {
  'tables-reordered': {
    differs: 'the rows of two state fields for one operation are tried in another order',
    answers: unclear('A client whose request both tables reject, and that checks the error code.'),
    find: ({ called }) => `the rows of two state fields for \`${called}\` are tried in another order`,
  },
});
