import type { StepDefinition, StepLine } from '../../../contracts/definition.ts';
import { createLateRuleTest } from '../../../plan/records/late-rules.ts';
import { asksQuestions, listRulesOfParents } from '../../../plan/records/questions.ts';
import { listFollowers } from '../../../plan/records/written.ts';
import { createAskingRules } from '../serve/asking-rules.ts';
import { writesRecord } from '../serve.ts';

/**
 * Tests the rules that need other records, once the store has the record and effects are done: its own, and those of the records that it
 * refers to and whose rules ask about it.
 */
export const askingRules: StepDefinition = {
  plan({ plan, operation, resource }) {
    if (resource === undefined || !(writesRecord(operation, resource) || operation.kind === 'delete')) return [];
    const writes = operation.kind !== 'delete' && writesRecord(operation, resource);
    const own = writes ? resource.rules.filter(createLateRuleTest(plan, operation, resource)) : [];
    const followers = operation.kind === 'delete' ? listFollowers(plan.resources, resource.name) : [];
    const cleared = followers.flatMap((of) =>
      of.rules.filter((rule) => asksQuestions(rule)).map((rule) => ({ of, rule })),
    );
    const parents = [resource, ...followers].flatMap(({ name }) => listRulesOfParents(plan.resources, name));
    const others = new Map([...cleared, ...parents].map((parent) => [parent.rule, parent]));
    return [
      ...own.map((rule) => describe(rule, rule.name)),
      ...[...others.values()].map(({ of, rule }) => describe(rule, `${rule.name} of the ${of.name}`, of.name)),
    ];
  },
  create: createAskingRules,
};

interface Rule {
  readonly words: string;
  readonly error?: string;
  readonly line: number;
}

function describe({ words, error, line }: Rule, name: string, resource?: string): StepLine {
  const code = error === undefined ? '' : `, else ${error}`;
  return {
    words: `check rule ${name}: ${words}${code}`,
    refusals: [
      { condition: 'rule broken', ...(error === undefined ? {} : { named: error }), ...(resource && { resource }) },
    ],
    line,
  };
}
