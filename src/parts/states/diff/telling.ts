import type { Expression } from '../../../expression/tree.ts';
import { type OtherEffectPlan, onceVariable, type TransitionPlan, targetVariable } from '../../../plan/resource.ts';
import type { Comparison } from '../../diff/comparison.ts';
import type { OutcomeComparison } from '../../diff/decisions.ts';
import {
  createExpressionTexts,
  type ExpressionSite,
  getFieldAt,
  getItemHolder,
  renamePath,
} from '../../diff/expressions.ts';
import { findAnsweringCode } from '../../diff/refusals.ts';
import type { RowSide } from './subjects.ts';

/** The result of a call: a row is taken, or none limits it; it is rejected; or, for a timer, nothing happens. */
export type Outcome =
  | {
      readonly kind: 'taken';
      readonly row?: RowSide;
      /** The only initial state, by its older name, in which a new record begins if its row has no To. */
      readonly begins?: string;
    }
  /** `row`: the one whose Error answers where no guard holds. */
  | { readonly kind: 'refused'; readonly row: RowSide; readonly named?: string }
  | { readonly kind: 'no row' | 'nothing' };

type Taken = Extract<Outcome, { kind: 'taken' }>;

/** How the results of a transition are distinguished in two documents. */
export interface TransitionOutcomeComparison extends OutcomeComparison<Outcome> {
  /** Whether two rows lead to the same state. */
  leadAlike(old: Taken, now: Taken): boolean;
}

/** Creates the function that distinguishes them: by target and effect, names aside, and by error code. */
export function createOutcomeComparison(
  comparison: Comparison,
  resource: string,
  called: string,
): TransitionOutcomeComparison {
  const { old, now, renamed } = comparison;
  const place = { operation: called, transition: called, resource };
  const codeOf = (outcome: Outcome, side: typeof old): string | undefined => {
    const named = 'named' in outcome ? outcome.named : undefined;
    return findAnsweringCode(comparison, side, 'guard fails', place, named);
  };
  const effects = new Map<TransitionPlan, string>();
  const effectsOf = (row: RowSide | undefined): string => {
    if (row === undefined) return '';
    const known = effects.get(row.plan) ?? formatEffect(comparison, resource, called, row);
    effects.set(row.plan, known);
    return known;
  };
  const toOf = ({ row, begins }: Taken): string => {
    const to = row?.plan.to ?? { kind: 'none' };
    if (to.kind !== 'state') return begins ?? to.kind;
    return row!.side === now ? renamed.value(resource, row!.machine.plan.field ?? '', to.state) : to.state;
  };
  // another initial state is reported at the states
  const leadAlike = (before: Taken, after: Taken): boolean =>
    (before.begins !== undefined && after.begins !== undefined) || toOf(before) === toOf(after);
  return {
    leadAlike,
    keyOf(outcome) {
      if (outcome.kind === 'taken') return `taken ${toOf(outcome)} ${effectsOf(outcome.row)}`;
      return outcome.kind === 'refused' ? `refused ${codeOf(outcome, old)}` : outcome.kind;
    },
    isSame(outcome, other) {
      if (outcome.kind === 'taken' && other.kind === 'taken') {
        return leadAlike(outcome, other) && effectsOf(outcome.row) === effectsOf(other.row);
      }
      if (outcome.kind !== 'refused' || other.kind !== 'refused') return outcome.kind === other.kind;
      // the code of a condition is reported at the codes
      if (outcome.named === undefined && other.named === undefined) return true;
      return codeOf(outcome, old) === codeOf(other, now);
    },
  };
}

/** Formats the effect of a row, unordered; an effect on a field that is new or removed is reported at the field. */
function formatEffect(comparison: Comparison, resource: string, operation: string, { side, plan }: RowSide): string {
  const isOld = side === comparison.old;
  const there = new Set(listFieldNames(isOld ? comparison.now : comparison.old, resource));
  const effects = plan.effects.flatMap(({ path, value, ifPresent }) => {
    const [of = '', ...inside] = isOld ? renamePath(comparison, resource, path) : path;
    if (!there.has(isOld ? of : comparison.renamed.field(resource, of))) return [];
    const at = { of: resource, operation, ...(isOld ? { gives: getFieldAt(comparison, resource, path) } : {}) };
    const texts = createExpressionTexts(comparison, at);
    return [
      `${[of, ...inside].join('.')} ${ifPresent === true ? '?=' : '='} ${isOld ? texts.old(value) : texts.now(value)}`,
    ];
  });
  const others = (plan.others ?? []).map((effect) =>
    formatOther(comparison, { of: resource, operation }, isOld, effect),
  );
  return [...effects.toSorted(), ...others].join('; ');
}

/** Formats an effect on other records; their order matters, for each sees the results of the previous ones. */
function formatOther(comparison: Comparison, at: ExpressionSite, isOld: boolean, effect: OtherEffectPlan): string {
  const textOf = (site: ExpressionSite, value: Expression | undefined): string => {
    const texts = createExpressionTexts(comparison, site);
    return isOld ? texts.old(value) : texts.now(value);
  };
  if (effect.kind === 'each') {
    const { variable, resource } = effect.of;
    const inside = { ...at, variables: new Map([...(at.variables ?? []), [variable, resource]]) };
    return `each ${textOf(at, effect.of)} ${formatOther(comparison, inside, isOld, effect.effect)}`;
  }
  if (effect.kind === 'items') {
    const { variable, list, where } = effect;
    const inside = { ...at, variables: new Map([...(at.variables ?? []), [variable, getItemHolder(list)]]) };
    if (variable === onceVariable)
      return `if ${textOf(at, where)} ${formatOther(comparison, at, isOld, effect.effect)}`;
    const among = where === undefined ? '' : ` if ${textOf(inside, where)}`;
    return `each item ${textOf(at, list)}${among} ${formatOther(comparison, inside, isOld, effect.effect)}`;
  }
  const { verb, resource, target, values } = effect;
  const inside = { ...at, variables: new Map([...(at.variables ?? []), [targetVariable, resource]]) };
  const given = values.map(({ path, value, ifPresent }) => {
    const names = isOld ? renamePath(comparison, resource, path) : path;
    return `${names.join('.')} ${ifPresent === true ? '?=' : '='} ${textOf(inside, value)}`;
  });
  return `${verb} ${resource} ${textOf(at, target)} ${given.toSorted().join(', ')}`;
}

function listFieldNames({ plan }: Comparison['old'], resource: string): string[] {
  return plan.resources.find(({ name }) => name === resource)?.fields.map(({ name }) => name) ?? [];
}
