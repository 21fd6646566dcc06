import type { CompiledOther, OtherValue } from '../../contracts/compiled.ts';
import { findMissingValue } from '../../expression/conditions/missing.ts';
import { failures, isExpressionError } from '../../expression/failures.ts';
import { extractQuestion } from '../../expression/questions.ts';
import type { Expression } from '../../expression/tree.ts';
import { type OtherEffectPlan, targetVariable } from '../../plan/resource.ts';
import { declareValue } from '../expressions.ts';
import { compileFieldAccess, type ModuleText } from '../module.ts';

/** Compiles an effect on other records; the second step is done when the module is linked. */
export function compileOtherEffect(
  module: ModuleText,
  plan: OtherEffectPlan,
  variables: readonly string[] = [],
): () => CompiledOther {
  const declare = (value: Expression, names: readonly string[], isAbsent = isAbsence): (() => OtherValue) => {
    const locals = new Map(names.map((name) => [name, compileFieldAccess('v', name)]));
    const name = declareValue(module, 'g, r, v', value, { record: 'r', old: 'g.before', given: 'g', locals });
    return () => catchFailure(module.linked(name) as unknown as RightSide, isAbsent);
  };
  if (plan.kind === 'each') {
    const { question, given } = extractQuestion(plan.of);
    const values = given.map((value) => declare(value, variables, isAbsenceOrNull));
    const effect = compileOtherEffect(module, plan.effect, [...variables, plan.of.variable]);
    return () => ({
      values: values.map((link) => link()),
      each: {
        variable: plan.of.variable,
        resource: plan.of.resource,
        where: question.where,
        asked: given,
        findMissing: (results) => findMissingValue(question.where, results),
        effect: effect(),
      },
    });
  }
  if (plan.kind === 'items') {
    const inside = [...variables, plan.variable];
    const values = [declare(plan.list, variables), ...(plan.where === undefined ? [] : [declare(plan.where, inside)])];
    const effect = compileOtherEffect(module, plan.effect, inside);
    return () => ({ values: values.map((link) => link()), items: { variable: plan.variable, effect: effect() } });
  }
  const target = plan.target === undefined ? undefined : declare(plan.target, variables);
  const values = plan.values.map(({ value }) => declare(value, [...variables, targetVariable]));
  return () => ({
    values: values.map((link) => link()),
    ...(target === undefined ? {} : { target: target() }),
  });
}

type RightSide = (...given: Parameters<OtherValue>) => unknown;

const absent = {};

const isAbsence = (thrown: unknown): boolean => thrown === failures.absent;
/** A value inside an object that is null equals no field, as one that is absent. */
const isAbsenceOrNull = (thrown: unknown): boolean => isAbsence(thrown) || thrown === failures.null;

function catchFailure(side: RightSide, isAbsent: (thrown: unknown) => boolean): OtherValue {
  return (ctx, record, variables) => {
    try {
      return { value: side(ctx, record, variables) };
    } catch (thrown) {
      if (!isExpressionError(thrown)) throw thrown;
      return isAbsent(thrown) ? absent : undefined;
    }
  };
}
