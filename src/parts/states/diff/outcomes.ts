import { always, type Condition, never } from '../../../expression/conditions/entails.ts';
import { stringifyForm } from '../../../expression/conditions/form.ts';
import { findOnlyInitialState } from '../../../plan/records/initial-states.ts';
import { getTimePlan } from '../../../plan/records/timed.ts';
import { present } from '../../../text/present.ts';
import type { Comparison } from '../../diff/comparison.ts';
import { type Branch, findMoves, type Move } from '../../diff/decisions.ts';
import { renamePath, renameToNewer } from '../../diff/expressions.ts';
import { isLimiting, type MachinePair, type MachineSide, pairRows, type RowPair, type RowSide } from './subjects.ts';
import { createOutcomeComparison, type Outcome, type TransitionOutcomeComparison } from './telling.ts';

/** Calls of one transition, or what the time does by it, that get another outcome than before. */
export interface OutcomeMove {
  readonly comparison: Comparison;
  readonly resource: string;
  /** `pay Invoice`. */
  readonly called: string;
  readonly old: Outcome;
  readonly now: Outcome;
  readonly isSure: boolean;
  /** The time brings it about. */
  readonly isTimed: boolean;
  /** The states in which it is so, by their newer names. */
  readonly states: readonly string[];
  /** They are all in which the transition is known. */
  readonly isEverywhere: boolean;
  /** The row that the older one became, and the one that the newer one was. */
  readonly became: RowSide | undefined;
  readonly was: RowSide | undefined;
  /** The first row of the transition in each document. */
  readonly first: { readonly old: RowSide | undefined; readonly now: RowSide | undefined };
  readonly outcomes: TransitionOutcomeComparison;
}

/** Compares the results of calls and timers for the transitions of the state machines of both documents. */
export function compareOutcomes(machines: readonly MachinePair[]): OutcomeMove[] {
  return machines.flatMap((pair) => {
    const { old, now } = pair;
    if (old === undefined || now === undefined) return [];
    const pairs = Map.groupBy(pairRows([pair]), ({ called }) => called);
    return [...pairs].flatMap(([called, rows]) => findOutcomeMoves({ ...pair, old, now }, called, rows));
  });
}

type Machines = MachinePair & { readonly old: MachineSide; readonly now: MachineSide };

function findOutcomeMoves(machines: Machines, called: string, pairs: readonly RowPair[]): OutcomeMove[] {
  const { comparison, resource, old, now } = machines;
  const name = called.slice(0, called.indexOf(' '));
  const outcomes = createOutcomeComparison(comparison, resource, called);
  const states = name === 'create' ? [undefined] : listCommonStates(machines);
  const known = states.flatMap((state) => (state !== undefined && isKnown(pairs, state) ? [state] : []));
  const lists = { old: createOutcomeLists(machines, old, name), now: createOutcomeLists(machines, now, name) };
  const found = states.flatMap((state) => {
    const was = state && comparison.renamed.value(resource, now.plan.field ?? '', state);
    return pairOutcomes(lists.old(was), lists.now(state)).flatMap(({ isTimed, before, after }) =>
      removeEchoes(findMoves(before, after, outcomes))
        .map((move) => ({ ...move, state, isTimed }))
        .filter((move) => !isToldOfRows(move, pairs)),
    );
  });
  const alike = Map.groupBy(found, (move) =>
    JSON.stringify([toOutcomeKey(move.old), toOutcomeKey(move.now), move.isSure, move.isTimed]),
  );
  return [...alike.values()].map((moves) => {
    const { state: _, ...move } = moves[0]!;
    const [from, to] = [findOutcomeRow(move.old), findOutcomeRow(move.now)];
    const own = moves.flatMap(({ state }) => state ?? []);
    return {
      ...move,
      comparison,
      resource,
      called,
      states: own,
      isEverywhere: known.every((state) => own.includes(state)),
      became: from && pairs.find((row) => row.old?.plan === from.plan)?.now,
      was: to && pairs.find((row) => row.now?.plan === to.plan)?.old,
      first: { old: pairs.find((row) => row.old)?.old, now: pairs.find((row) => row.now)?.now },
      outcomes,
    };
  });
}

/** Where a transition may be taken from a state now, or no more, its other refusals there are no news of their own. */
function removeEchoes(moves: readonly Move<Outcome>[]): readonly Move<Outcome>[] {
  const isAbout = ({ old, now }: Move<Outcome>): boolean => [old, now].some(({ kind }) => kind === 'no row');
  const isTaken = ({ old, now }: Move<Outcome>): boolean => [old, now].some(({ kind }) => kind === 'taken');
  return moves.some((move) => isAbout(move) && isTaken(move)) ? moves.filter(isTaken) : moves;
}

/** The states that records can be in by both documents, by their newer names; none stands for a resource without states. */
function listCommonStates({ comparison, resource, old, now }: Machines): readonly (string | undefined)[] {
  const { field } = now.plan;
  if (field === undefined) return [undefined];
  const before = new Map(old.plan.states.map((state) => [state.name, state.kind]));
  return now.plan.states.flatMap(({ name, kind }) => {
    const was = comparison.renamed.value(resource, field, name);
    return kind === 'gone' || !before.has(was) || before.get(was) === 'gone' ? [] : [name];
  });
}

function isKnown(pairs: readonly RowPair[], state: string): boolean {
  return pairs.some(({ now }) => now?.plan.from.includes(state));
}

type Tried = readonly Branch<Outcome>[];

/** The rows tried in one state: for calls, if there are any, and for each timer. */
interface Lists {
  readonly calls?: Tried;
  readonly times: ReadonlyMap<string, Tried>;
}

interface Beside {
  readonly isTimed: boolean;
  readonly before: Tried;
  readonly after: Tried;
}

/** Pairs results; a transition that can no longer be called, or only now, is reported as such. */
function pairOutcomes(old: Lists, now: Lists): Beside[] {
  const calls = old.calls && now.calls ? [{ isTimed: false, before: old.calls, after: now.calls }] : [];
  const left = [...old.times].filter(([time]) => !now.times.has(time)).map(([, list]) => list);
  const times = [...now.times].map(([time, after]): Beside => {
    return { isTimed: true, before: old.times.get(time) ?? left.shift() ?? idle, after };
  });
  return [...calls, ...times, ...left.map((before): Beside => ({ isTimed: true, before, after: idle }))];
}

/** The time does nothing. */
const idle: Tried = [{ when: always, outcome: { kind: 'nothing' } }];

/** A row that a timer takes now, or no longer, and a transition that is new or removed are reported as such. */
function isToldOfRows(
  { old, now, isTimed }: Move<Outcome> & { readonly isTimed: boolean },
  pairs: readonly RowPair[],
): boolean {
  if (!isTimed || (old.kind === 'taken' && now.kind === 'taken')) return false;
  const row = findOutcomeRow(old.kind === 'taken' ? old : now);
  const pair = pairs.find(
    (candidate) => row !== undefined && (candidate.old?.plan === row.plan || candidate.now?.plan === row.plan),
  );
  if (pair === undefined) return false;
  if (pair.old !== undefined && pair.now !== undefined) {
    return [pair.old, pair.now].some(({ plan }) => getTimePlan(plan) === undefined);
  }
  return !isLimiting(row!.plan.name) && (pair.olderRows === 0 || pair.newerRows === 0);
}

const standIns: Readonly<Record<string, string>> = { update: 'replace', replace: 'update' };

function createOutcomeLists(
  { comparison, resource }: MachinePair,
  machine: MachineSide,
  name: string,
): (state: string | undefined) => Lists {
  const { plan, model, side } = machine;
  const rows = plan.transitions.map(
    (row, index): RowSide => ({ side, machine, model: model.transitions[index]!, plan: row }),
  );
  const callable = rows.filter((row) => getTimePlan(row.plan) === undefined);
  const first = name === 'create' ? findOnlyInitialState(plan) : undefined;
  const begins = first && side === comparison.now ? comparison.renamed.value(resource, plan.field ?? '', first) : first;
  const taken: Outcome = { kind: 'taken', ...present({ begins }) };
  const own = [name, standIns[name] ?? name].map((rowName) => callable.filter((row) => row.plan.name === rowName));
  const called = own.find((list) => list.length > 0) ?? [];
  const timed = rows.filter((row) => row.plan.name === name && getTimePlan(row.plan) !== undefined);
  const branch = (row: RowSide): Branch<Outcome> => ({
    when: getGuard(comparison, resource, name, row),
    outcome: row.plan.to.kind === 'state' ? { kind: 'taken', row } : { ...taken, row },
  });
  const isIn = ({ plan: row }: RowSide, state: string | undefined): boolean =>
    state === undefined || row.from.includes(state);
  const callsIn = (state: string | undefined): Tried => {
    if (called.length === 0) return [{ when: always, outcome: taken }];
    const mine = called.filter((row) => isIn(row, state));
    const last = mine.findLast((row) => row.plan.error !== undefined) ?? mine.at(-1);
    const none: Outcome = last === undefined ? { kind: 'no row' } : toRefusedOutcome(last);
    return [...mine.map(branch), { when: always, outcome: none }];
  };
  const waits = (all: readonly RowSide[]): Tried => [
    ...all.map(branch),
    { when: always, outcome: { kind: 'nothing' } },
  ];
  return (state) => {
    const mine = timed.filter((row) => isIn(row, state));
    const times = Map.groupBy(mine, (row) => stringifyTime(comparison, resource, row));
    return {
      ...(called.length > 0 || isLimiting(name) ? { calls: callsIn(state) } : {}),
      times: new Map([...times].map(([time, all]) => [time, waits(all)])),
    };
  };
}

function stringifyTime(comparison: Comparison, resource: string, { plan, side }: RowSide): string {
  const time = getTimePlan(plan)!;
  if (time.kind !== 'at' || side !== comparison.old) return stringifyForm(time);
  return stringifyForm({ ...time, field: renamePath(comparison, resource, [time.field])[0] });
}

function toRefusedOutcome(row: RowSide): Outcome {
  const { error: named } = row.plan;
  return { kind: 'refused', row, ...present({ named }) };
}

function getGuard(comparison: Comparison, of: string, name: string, { plan, side }: RowSide): Condition {
  const { guard } = plan;
  if (guard === undefined) return always;
  if (guard === 'disabled') return never;
  return side === comparison.old ? renameToNewer(comparison, { of, operation: `${name} ${of}` }, guard) : guard;
}

/** The row that an outcome is about. */
export function findOutcomeRow(outcome: Outcome): RowSide | undefined {
  return 'row' in outcome ? outcome.row : undefined;
}

function toOutcomeKey(outcome: Outcome): unknown {
  return [outcome.kind, findOutcomeRow(outcome)?.plan.line, 'named' in outcome ? outcome.named : ''];
}
