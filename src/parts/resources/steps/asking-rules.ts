import type { StepDefinition, StepLine } from '../../../contracts/definition.ts';
import { asksQuestions, listRulesOfParents } from '../../../plan/records/questions.ts';
import { createAskingRules } from '../serve/asking-rules.ts';
import { writesRecord } from '../serve.ts';

/**
 * Tests the rules that ask about other records, once the store has the record: its own, and those of the records that it refers to and
 * whose rules ask about it.
 */
export const askingRules: StepDefinition = {
  plan({ plan, operation, resource }) {
    if (resource === undefined || !(writesRecord(operation, resource) || operation.kind === 'delete')) return [];
    const own = writesRecord(operation, resource) ? resource.rules.filter((rule) => asksQuestions(rule)) : [];
    const parents = listRulesOfParents(plan.resources, resource.name);
    return [
      ...own.map((rule) => describe(rule, rule.name)),
      ...parents.map(({ of, rule }) => describe(rule, `${rule.name} of the ${of.name}`, of.name)),
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
