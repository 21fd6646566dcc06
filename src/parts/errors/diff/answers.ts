import { breaking, unclear } from '../../../diff/rule.ts';
import { defineRules, type Subject } from '../../../diff/table.ts';
import type { Span } from '../../../text/location.ts';
import { type Comparison, formatNameList, type Side } from '../../diff/comparison.ts';
import { findAnsweringCode, findCodeAt } from '../../diff/refusals.ts';
import { listPossibleRefusals } from '../../plan/refusals.ts';
import type { RefusedAt } from '../choose.ts';

/** Refusals by one condition that another code answers than before, wherever both documents refuse so. */
export interface AnswerMove {
  readonly comparison: Comparison;
  readonly condition: string;
  /** Which of them, in words: ` of `create Invoice``; empty of all. */
  readonly of: string;
  /** The codes, by the name that each document has; none at a gap. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

type Place = Pick<RefusedAt, 'operation' | 'transition' | 'resource'>;

/** The refusals that both documents give and name no code for, and that another code answers. */
export function answerMoves(comparison: Comparison): AnswerMove[] {
  const { old, now } = comparison;
  const [before, after] = [indexLocations(old), indexLocations(now)];
  return [...after].flatMap(([condition, places]) => {
    const known = before.get(condition);
    const both = [...places].flatMap(([key, place]) => (known?.has(key) ? [place] : []));
    const moved = both.filter((place) => {
      const [was, is] = [old, now].map((side) => findAnsweringCode(comparison, side, condition, place));
      return was !== is;
    });
    const alike = Map.groupBy(moved, (place) =>
      JSON.stringify([old, now].map((side) => findCodeAt(side, condition, place) ?? null)),
    );
    return [...alike.values()].map((all) => {
      const [was, is] = [old, now].map((side) => findCodeAt(side, condition, all[0]!));
      const of = all.length === both.length ? '' : ` of ${describeLocations(all)}`;
      return { comparison, condition, of, before: was, after: is };
    });
  });
}

/** Where each condition can happen without a code that is named, by what the row that answers depends on. */
function indexLocations({ plan }: Side): ReadonlyMap<string, ReadonlyMap<string, Place>> {
  const all = new Map<string, Map<string, Place>>();
  for (const { condition, isNamed, operation, transition, resource } of listPossibleRefusals(plan)) {
    if (isNamed) continue;
    const places = all.get(condition) ?? new Map<string, Place>();
    all.set(condition, places);
    places.set(JSON.stringify([operation, transition, resource]), { operation, transition, resource });
  }
  return all;
}

/** So many are named. */
const most = 5;

function describeLocations(places: readonly Place[]): string {
  const names = places.map(({ operation, transition, resource }) => operation ?? transition ?? resource);
  const known = [...new Set(names.flatMap((name) => name ?? []))];
  const told =
    known.length > most
      ? `${formatNameList(known.slice(0, most))} and ${known.length - most} more`
      : formatNameList(known);
  const none = 'requests that name no operation';
  if (known.length === names.length) return told;
  return told === '' ? none : `${told}, and of ${none}`;
}

const move: Subject<AnswerMove> = {
  part: 'errors',
  where: ({ condition }) => condition,
  defaults: ({ comparison: { old, now, renamed }, before, after }) => {
    const newer = now.plan.errors.codes.find(({ code }) => renamed.code(code) === before)?.code;
    return { old: locateCodeRow(old, before ?? renamed.code(after!)), now: locateCodeRow(now, after ?? newer) };
  },
};

/** The rules for an AnswerMove. */
export const answerRules = defineRules(move, {
  'condition-uncovered': {
    differs: 'a condition loses its code, and no other code has it',
    answers: breaking('A client that looks for the code.'),
    find: ({ comparison, condition, of, before, after }) => {
      // a code that is gone tells of itself
      const isKnown = comparison.now.plan.errors.codes.some(({ code }) => comparison.renamed.code(code) === before);
      if (before === undefined || after !== undefined || !isKnown) return undefined;
      return { where: before, what: `\`${before}\` is no longer the code of \`${condition}\`${of}` };
    },
  },
  'condition-covered': {
    differs: 'a condition that had no code gets one',
    answers: unclear('A client that looks for the status that HTTP gives it.'),
    find: ({ comparison, condition, of, before, after }) => {
      // a code that is new tells of itself
      const isKnown = comparison.old.plan.errors.codes.some(
        ({ code }) => code === comparison.renamed.code(after ?? ''),
      );
      if (before !== undefined || after === undefined || !isKnown) return undefined;
      return { where: after, what: `\`${after}\` is now a code of \`${condition}\`${of}` };
    },
  },
  'condition-moved': {
    differs: 'a condition has another code, everywhere or for some operations',
    answers: breaking('A client that looks for the older code.'),
    find: ({ condition, of, before, after }) =>
      before !== undefined &&
      after !== undefined &&
      `\`${condition}\`${of} returns \`${after}\`, previously \`${before}\``,
  },
});

/** The row of a code, else the table's first. */
function locateCodeRow({ service }: Side, code: string | undefined): Span | undefined {
  const { codes } = service.errors;
  return (codes.find((otherCode) => otherCode.code.value === code) ?? codes[0])?.span;
}
