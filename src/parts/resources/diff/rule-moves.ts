import { always, unless } from '../../../expression/conditions/entails.ts';
import { present } from '../../../text/present.ts';
import type { Comparison } from '../../diff/comparison.ts';
import { type Branch, findMoves } from '../../diff/decisions.ts';
import { renameToNewer } from '../../diff/expressions.ts';
import { findAnsweringCode } from '../../diff/refusals.ts';
import type { RulePair, RuleSide } from './subjects.ts';

/** Records that the rules of a resource take otherwise than before: by the first rule that they break, or by none. */
export interface RuleMove {
  readonly comparison: Comparison;
  readonly of: string;
  /** The operations; none for each write. */
  readonly on: readonly string[];
  readonly kind: 'added' | 'removed' | 'tighter' | 'looser' | 'otherwise' | 'first' | 'code';
  readonly rule: RulePair;
  /** Of `first`: the rule that answered. */
  readonly before?: RulePair;
}

/** The code that answers who breaks a rule, by its older name. */
function readRuleCode({ comparison, of, on }: RulePair, { plan }: RuleSide, which: 'old' | 'now'): string | undefined {
  const place = { resource: of, ...present({ operation: on && `${on} ${of}` }) };
  return findAnsweringCode(comparison, comparison[which], 'rule broken', place, plan.error);
}

/** What the rules of each resource take otherwise. */
export function collectRuleMoves(rules: readonly RulePair[]): RuleMove[] {
  const lists = Map.groupBy(rules, ({ of, on = '' }) => `${on} ${of}`);
  const moves = Map.groupBy([...lists.values()].flatMap(findRuleMoves), ({ of, on, kind, rule, before }) =>
    JSON.stringify([of, on.length === 0, kind, rule.name, before?.name, rule.isElsewhere]),
  );
  // A difference at several operations is reported once.
  return [...moves.values()].map((alike) => ({ ...alike[0]!, on: alike.flatMap(({ on }) => on) }));
}

/** The pair whose rule answers; none where a record is accepted. */
type Broken = RulePair | undefined;

function findRuleMoves(rules: readonly RulePair[]): RuleMove[] {
  const { comparison, of, on } = rules[0]!;
  const keyOf = (pair: Broken): string =>
    pair?.old === undefined ? '' : `code ${readRuleCode(pair, pair.old, 'old')}`;
  const isSame = (pair: Broken, other: Broken): boolean => {
    if (pair === undefined || other === undefined) return pair === other;
    // What a condition is answered by is told at the codes.
    if (pair === other && pair.old?.plan.error === undefined && pair.now?.plan.error === undefined) return true;
    return readRuleCode(pair, pair.old!, 'old') === readRuleCode(other, other.now!, 'now');
  };
  const moves = findMoves<Broken>(listBranches(rules, 'old'), listBranches(rules, 'now'), { keyOf, isSame });
  const told = new Set<Broken>(moves.flatMap(({ old, now }) => (old && now ? [] : [old ?? now])));
  return moves.flatMap(({ old, now, isSure }): RuleMove[] => {
    const more = { comparison, of, on: on === undefined ? [] : [on] };
    if (old === undefined && now !== undefined) {
      return [{ ...more, kind: now.old === undefined ? 'added' : isSure ? 'tighter' : 'otherwise', rule: now }];
    }
    if (old !== undefined && now === undefined) {
      if (old.now === undefined) return [{ ...more, kind: 'removed', rule: old }];
      // where other records are refused instead, the rule has a different condition
      return isSure ? [{ ...more, kind: 'looser', rule: old }] : [];
    }
    if (old !== undefined && old === now) return [{ ...more, kind: 'code', rule: old }];
    return told.has(old) || told.has(now) ? [] : [{ ...more, kind: 'first', rule: now!, before: old! }];
  });
}

/** The rules in the order in which they are tested. */
function listBranches(rules: readonly RulePair[], which: 'old' | 'now'): Branch<Broken>[] {
  const { comparison, of, on } = rules[0]!;
  const at = { of, ...present({ operation: on && `${on} ${of}` }) };
  const own = rules.flatMap((pair) => {
    const side = pair[which];
    return side === undefined ? [] : [{ pair, plan: side.plan }];
  });
  const inOrder = own.toSorted((a, b) => a.plan.line - b.plan.line);
  const holds = ({ plan }: (typeof own)[number]) =>
    which === 'old' ? renameToNewer(comparison, at, plan.check) : plan.check;
  return [
    ...inOrder.map((rule) => ({ when: unless(holds(rule)), outcome: rule.pair })),
    { when: always, outcome: undefined },
  ];
}
