import { unknown } from '../../../diff/row.ts';
import { breaking, compatible, unclear } from '../../../diff/rule.ts';
import { added, type Both, defineRules, inBoth, type Occurrence, removed, type Subject } from '../../../diff/table.ts';
import { findOnlyInitialState, listInitialStates } from '../../../plan/records/initial-states.ts';
import type { MachinePair, MachineSide } from './subjects.ts';

type Machines = Both<MachinePair>;

const machine: Subject<MachinePair> = {
  part: 'states',
  verb: 'behavior',
  where: ({ called }) => called,
  at: ({ model }) => model.span,
};

/** The rules for changes of a state machine. */
export const machineRules = defineRules(machine, {
  'machine-added': {
    verb: 'none',
    differs: 'a resource has states or actions that it did not have',
    requests: compatible,
    answers: compatible,
    find: added(({ called }) => `\`${called}\` has a state machine`),
  },
  'machine-removed': {
    verb: 'none',
    differs: 'a resource no longer has states or actions',
    requests: breaking('A client that calls one of its transitions.'),
    answers: breaking('A client that reads its state.'),
    find: removed(({ called }) => `the state machine of \`${called}\` is removed`),
  },
  'state-added': {
    verb: 'value added',
    differs: 'a state is added',
    requests: compatible,
    answers: breaking('A client that knows only the older states meets a record in one that it does not know.'),
    find: inBoth(findAddedStates),
  },
  'state-removed': {
    verb: 'value removed',
    differs: 'a state is removed',
    requests: breaking('A client that filters by it, or waits for it.'),
    answers: compatible,
    find: inBoth(findRemovedStates),
  },
  'state-renamed': {
    verb: 'renamed',
    differs: 'a state is renamed',
    requests: breaking('A client that filters by the older name.'),
    answers: breaking('A client that knows only the older name.'),
    find: inBoth(findRenamedStates),
  },
  'initial-state-changed': {
    differs: 'records begin in another state',
    answers: breaking('A client that creates a record and goes on from the older first state.'),
    find: inBoth(findChangedInitial),
  },
  'initial-state-added': {
    differs: 'records may begin in one more state',
    answers: breaking('A client that creates a record and knows only the older initial states.'),
    find: inBoth((pair) => findInitialStates(pair, 'added')),
  },
  'initial-state-removed': {
    differs: 'records no longer begin in a state',
    answers: breaking('A client that creates records to get them in this state.'),
    find: inBoth((pair) => findInitialStates(pair, 'removed')),
  },
  'state-gone': {
    differs: 'records in a state are `gone`',
    answers: breaking('A client that reads a record in this state.'),
    find: inBoth(findGoneStates),
  },
  'state-final': {
    differs: 'a state becomes final, or is final no longer',
    answers: unclear('A client that waits for a record to leave this state, or takes it for settled.'),
    find: inBoth(findChangedFinalStates),
  },
  'field-bound': {
    differs: 'a field is bound in a state in which it was not',
    requests: breaking('A client that changes the field, sends it or leaves it out in that state.'),
    answers: compatible,
    find: inBoth(findBoundFields),
  },
  'field-unbound': {
    differs: 'a field is no longer bound in a state',
    requests: compatible,
    answers: unclear('A client that relies on the field staying as it is, or being there, in that state.'),
    find: inBoth(findUnboundFields),
  },
});

type State = MachineSide['plan']['states'][number];

/** The states of the newer document, each with its older name and what the older document says of it. */
function pairStates({ comparison, resource, old, now }: Machines) {
  const before = new Map(old.plan.states.map((state) => [state.name, state]));
  return now.plan.states.map(({ name, kind }) => {
    const was = comparison.renamed.value(resource, now.plan.field ?? '', name);
    return { name, kind, was, old: before.get(was) };
  });
}

function isFinal(kind: State['kind']): boolean {
  return kind === 'final' || kind === 'gone';
}

function findState({ model }: MachineSide, name: string) {
  return model.states.find((state) => state.name.value === name);
}

function describeState({ called, now }: Machines, name: string, what: string): Occurrence {
  return { where: `${called} ${name}`, what, now: findState(now, name)?.span };
}

function findAddedStates(pair: Machines): Occurrence[] {
  const { resource, called, now } = pair;
  const isShown = now.side.exposure.shown.has(`${resource}.${now.plan.field ?? ''}`);
  const added = pairStates(pair).filter(({ old }) => old === undefined);
  return added.map(({ name }) => {
    const open = `the previous state that old clients receive instead of \`${name}\``;
    return {
      where: `${called} ${name}`,
      what: `records of \`${resource}\` may be in the state \`${name}\``,
      now: findState(now, name)?.name.span,
      answers: isShown,
      row: isShown ? { callers: `as ${unknown}`, open } : undefined,
    };
  });
}

function findRemovedStates(pair: Machines): Occurrence[] {
  const { resource, called, old } = pair;
  const isAsked = old.side.exposure.asked.has(`${resource}.${old.plan.field}`);
  const known = new Set(pairStates(pair).map(({ was }) => was));
  const removed = old.plan.states.filter(({ name }) => !known.has(name));
  return removed.map(({ name }) => {
    const open = `the state that replaces \`${name}\` in requests of old clients`;
    return {
      where: `${called} ${name}`,
      what: `records of \`${resource}\` are never in the state \`${name}\``,
      old: findState(old, name)?.name.span,
      row: isAsked ? { callers: `as ${unknown}`, open } : undefined,
    };
  });
}

function findRenamedStates(pair: Machines): Occurrence[] {
  const renamed = pairStates(pair).filter(({ name, was, old }) => was !== name && old !== undefined);
  return renamed.map(({ name, was }) => ({
    where: `${pair.called} ${name}`,
    what: `the state \`${was}\` of \`${pair.resource}\` is renamed to \`${name}\``,
    old: findState(pair.old, was)?.name.span,
    now: findState(pair.now, name)?.name.span,
    row: { before: was },
  }));
}

function findChangedInitial(pair: Machines): string | undefined {
  const was = findOnlyInitialState(pair.old.plan);
  const is = findOnlyInitialState(pair.now.plan);
  if (was === undefined || is === undefined || toOlder(pair, is) === was) return undefined;
  return `records of \`${pair.resource}\` begin in \`${is}\`, no longer in \`${was}\``;
}

/** The initial states that only one document has, where one of them has several. */
function findInitialStates(pair: Machines, change: 'added' | 'removed'): Occurrence[] {
  const { old, now, resource, called } = pair;
  const [before, after] = [listInitialStates(old.plan), listInitialStates(now.plan)];
  if (before.length < 2 && after.length < 2) return [];
  if (change === 'added') {
    const added = after.filter((state) => !before.includes(toOlder(pair, state)));
    return added.map((state) => describeState(pair, state, `records of \`${resource}\` may begin in \`${state}\``));
  }
  const kept = new Set(after.map((state) => toOlder(pair, state)));
  return before
    .filter((state) => !kept.has(state))
    .map((state) => ({
      where: `${called} ${state}`,
      what: `records of \`${resource}\` never begin in \`${state}\``,
      old: findState(old, state)?.span,
      now: now.model.span,
    }));
}

function toOlder({ comparison, resource, now }: Machines, state: string): string {
  return comparison.renamed.value(resource, now.plan.field ?? '', state);
}

function findGoneStates(pair: Machines): Occurrence[] {
  const gone = pairStates(pair).filter(({ kind, old }) => old !== undefined && kind === 'gone' && old.kind !== 'gone');
  return gone.map(({ name }) =>
    describeState(pair, name, `records of \`${pair.resource}\` in \`${name}\` are soft-deleted (\`gone\`)`),
  );
}

function findChangedFinalStates(pair: Machines): Occurrence[] {
  const settled = pairStates(pair).filter(({ kind, old }) => {
    return old !== undefined && kind !== 'gone' && isFinal(kind) !== isFinal(old.kind);
  });
  return settled.map(({ name, kind }) => {
    const how = isFinal(kind) ? 'final' : 'no longer final';
    return describeState(pair, name, `\`${name}\` of \`${pair.resource}\` is ${how}`);
  });
}

function findBoundFields({ comparison, resource, called, old, now }: Machines): Occurrence[] {
  const bound = new Map(
    old.plan.matrix.flatMap(({ field, cells }) =>
      Object.entries(cells).map(([state, word]) => [`${field} ${state}`, word] as const),
    ),
  );
  const states = new Set(old.plan.states.map(({ name }) => name));
  return now.plan.matrix.flatMap(({ field, cells }) =>
    Object.entries(cells).flatMap(([state, word]) => {
      const before = comparison.renamed.value(resource, now.plan.field ?? '', state);
      const was = bound.get(`${comparison.renamed.field(resource, field)} ${before}`);
      if (was === word || !states.has(before)) return [];
      return {
        where: `${called} ${state}`,
        what: `\`${field}\` is ${word} in \`${state}\`${was === undefined ? '' : `, previously ${was}`}`,
        old: old.model.matrix?.rows[0]?.span,
        now: findMatrixRow(now, field)?.span,
      };
    }),
  );
}

function findUnboundFields({ comparison, resource, called, old, now }: Machines): Occurrence[] {
  const after = new Map(now.plan.matrix.map(({ field, cells }) => [comparison.renamed.field(resource, field), cells]));
  const kept = new Map(
    now.plan.states.map(({ name }) => [comparison.renamed.value(resource, now.plan.field ?? '', name), name]),
  );
  return old.plan.matrix.flatMap(({ field, cells }) =>
    Object.entries(cells).flatMap(([state, word]) => {
      const present = kept.get(state);
      if (present === undefined || after.get(field)?.[present] !== undefined) return [];
      return {
        where: `${called} ${present}`,
        what: `\`${field}\` is no longer ${word} in \`${present}\``,
        old: findMatrixRow(old, field)?.span,
        now: now.model.matrix?.rows[0]?.span ?? now.model.span,
      };
    }),
  );
}

function findMatrixRow({ model }: MachineSide, field: string) {
  return model.matrix?.rows.find((row) => row.field.value === field);
}
