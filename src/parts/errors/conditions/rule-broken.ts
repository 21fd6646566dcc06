import type { Condition } from './contract.ts';
import { anywhere, at, orByCode } from './places.ts';

/** A rule does not hold on the record as it would be (RFC 9110, 15.5.21). */
export const ruleBroken: Condition = {
  name: 'rule broken',
  status: 422,
  narrowedTo: anywhere,
  kept: true,
  foundByCode: true,
  statuses: 'client',
  produced: (facts) =>
    facts.resources.flatMap(({ name, rules }) =>
      rules.flatMap((rule) => {
        const named = rule.otherwise === undefined ? {} : { named: rule.otherwise.value };
        const places = facts.writing(name.value).map((operation) => at(operation, { ...named, span: rule.span }));
        return orByCode(facts, places, { ...named, resource: name.value, span: rule.span });
      }),
    ),
  needs: 'a rule, and an operation that writes its record',
  words: 'a rule of the record would be broken',
};
