import fc from 'fast-check';
import { documentOf } from './document.ts';
import { type Brute, type Condition, condition, worlds } from './domain.ts';

/** A rule of the resource. */
interface Rule {
  readonly holds: Condition;
  readonly otherwise: 'one' | 'two' | undefined;
}

export const rule: fc.Arbitrary<Rule> = fc.record({
  holds: condition,
  otherwise: fc.constantFrom<Rule['otherwise']>('one', 'two', undefined),
});

export function creates(rules: readonly Rule[]): Brute {
  const gets = worlds.map((world): [string, string] => {
    const broken = rules.find(({ holds }) => !holds.holds(world));
    return [
      `${world.n} ${world.flag}`,
      broken === undefined ? 'made' : `refused ${broken.otherwise ?? 'by condition'}`,
    ];
  });
  const rows = rules.map(({ holds, otherwise }, i) => `| rule_${i} | \`${holds.text}\` | ${otherwise ?? ''} |`);
  const table = rows.length === 0 ? '' : `\n| Rule | Check | Error |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
  return { document: documentOf({ rules: table }), gets: new Map(gets) };
}
