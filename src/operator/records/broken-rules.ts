import { compile } from '../../codegen/compile.ts';
import type { RecordValue } from '../../contracts/record.ts';
import type { RequestContext } from '../../contracts/request-context.ts';
import type { Plan } from '../../plan/plan.ts';
import { collectReadRefs } from '../../plan/records/neighbours.ts';
import { asksQuestions } from '../../plan/records/questions.ts';
import type { RulePlan } from '../../plan/resource.ts';

/** Whether a rule reads the record alone: no other record of the store. */
function readsRecordAlone(rule: RulePlan): boolean {
  return !asksQuestions(rule) && collectReadRefs(rule).length === 0;
}

/** Lists the rules that read other records, which loading does not check. */
export function listUncheckedRules(plan: Plan): readonly { readonly resource: string; readonly words: string }[] {
  return plan.resources.flatMap(({ name, rules }) =>
    rules.filter((rule) => !readsRecordAlone(rule)).map(({ words }) => ({ resource: name, words })),
  );
}

/** By resource: lists the broken rules of a record. Rules that read other records are left out. */
export function createRuleChecks(
  plan: Plan,
  now: number,
): ReadonlyMap<string, (record: RecordValue) => readonly string[]> {
  const compiled = compile(plan);
  const ctx = { now } as RequestContext;
  return new Map(
    plan.resources.map(({ name, rules }) => {
      const code = compiled.resources.get(name)!;
      const checks = rules.flatMap((rule, at) => (readsRecordAlone(rule) ? [{ rule, holds: code.rules[at]! }] : []));
      return [
        name,
        (record) =>
          checks
            .filter(({ holds }) => !holds(record, record, ctx))
            .map(({ rule }) => `breaks the rule \`${rule.words}\` of ${name} (${plan.document}:${rule.line})`),
      ];
    }),
  );
}
