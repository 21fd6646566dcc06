import type { Occurrence } from '../../../diff/table.ts';
import type { Span } from '../../../text/location.ts';
import { formatNameList, normalizeWords } from '../../diff/comparison.ts';
import { findOutcomeRow, type OutcomeMove } from './outcomes.ts';
import type { RowSide } from './subjects.ts';
import type { Outcome } from './telling.ts';

/** The kind under which a move is reported. */
type MoveKind =
  | 'way more'
  | 'way less'
  | 'limited'
  | 'unlimited'
  | 'from more'
  | 'from less'
  | 'to'
  | 'effect'
  | 'tighter'
  | 'looser'
  | 'otherwise'
  | 'refusal'
  | 'chosen'
  | 'timed';

/** Finds the moves of one kind; `states`: those in which they happen, as words. */
export function createMoveFinder(
  kind: MoveKind,
  words: (move: OutcomeMove, states: string) => string,
): (move: OutcomeMove) => Occurrence | undefined {
  return (move) => {
    if (classifyMove(move) !== kind) return undefined;
    const states = formatNameList(move.states);
    const isFrom = kind === 'from less' || kind === 'from more';
    const before = guards.has(kind) ? normalizeWords((findMoveRow(move, 'old') ?? move.was)?.model.guard) : '';
    const others = kind === 'limited' || kind === 'unlimited' ? move.first : undefined;
    return {
      what: `${words(move, states)}${isFrom || move.isEverywhere ? '' : ` in ${states}`}`,
      old: locateRowPart(kind, findMoveRow(move, 'old') ?? others?.old),
      now: locateRowPart(kind, findMoveRow(move, 'now') ?? others?.now),
      ...(before === '' ? {} : { row: { before: `guard \`${before}\`` } }),
    };
  };
}

const guards: ReadonlySet<MoveKind> = new Set(['tighter', 'looser', 'otherwise']);

function classifyMove(move: OutcomeMove): MoveKind | undefined {
  const { old, now, isSure, isTimed, outcomes } = move;
  if (old.kind === 'taken') {
    if (now.kind !== 'taken') return isTimed ? 'timed' : classifyRefusedMove(move);
    if (outcomes.leadAlike(old, now)) return 'effect';
    return isSure ? 'to' : 'chosen';
  }
  if (now.kind === 'taken') return isTimed ? 'timed' : classifyAllowedMove(move);
  return 'refusal';
}

/** Classifies a move that was allowed and is now rejected. */
function classifyRefusedMove({ old, now, isSure, became }: OutcomeMove): MoveKind {
  if (findOutcomeRow(old) === undefined) return 'limited';
  if (!isSure) return 'otherwise';
  if (became === undefined) return 'way less';
  return now.kind === 'no row' ? 'from less' : 'tighter';
}

/** Classifies a move that was rejected and is now allowed. */
function classifyAllowedMove({ old, now, isSure, was }: OutcomeMove): MoveKind | undefined {
  if (findOutcomeRow(now) === undefined) return 'unlimited';
  if (was === undefined) return 'way more';
  if (old.kind === 'no row') return 'from more';
  // where others are refused instead, the guard has a different condition
  return isSure ? 'looser' : undefined;
}

/** The row that a move is about in one of the documents: the one that was taken, else what became of it. */
function findMoveRow(move: OutcomeMove, which: 'old' | 'now'): RowSide | undefined {
  const [own, other] = which === 'old' ? [move.old, move.was] : [move.now, move.became];
  const row = findOutcomeRow(own);
  return own.kind === 'taken' ? row : (other ?? row);
}

function locateRowPart(kind: MoveKind, row: RowSide | undefined): Span | undefined {
  if (row === undefined) return undefined;
  const { refusal, effects, others, span } = row.model;
  if (kind === 'refusal') return refusal?.span ?? span;
  return kind === 'effect' ? ((effects[0] ?? others[0])?.span ?? span) : span;
}

const leading = {
  leads: ['leads to', 'leaves the state as it is', 'erases the record'],
  mayLead: ['may lead to', 'may leave the state as it is', 'may erase the record'],
  led: ['led to', 'left the state as it was', 'erased the record'],
} as const;

function describeLead(name: string, outcome: Outcome, which: keyof typeof leading): string {
  const [to, same, gone] = leading[which];
  const target = findOutcomeRow(outcome)?.plan.to;
  const state = target?.kind === 'state' ? target.state : 'begins' in outcome ? outcome.begins : undefined;
  if (state !== undefined) return `${to} \`${state}\``;
  return name.startsWith('delete ') ? gone : same;
}

/** Where the newer row leads, and where the older one did. */
export function describeLeads({ old, now, called }: OutcomeMove, which: 'leads' | 'mayLead' = 'leads'): string {
  return `${describeLead(called, now, which)}, it ${describeLead(called, old, 'led')}`;
}

/** The code by which the newer document refuses. */
export function formatRefusal({ now }: OutcomeMove): string {
  if (now.kind === 'no row') return 'the code of `wrong state`';
  const named = 'named' in now ? now.named : undefined;
  return named === undefined ? 'the code of its condition' : `\`${named}\``;
}
