import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { alike, valuesOf } from './schemas.ts';
import type { FieldPair } from './subjects.ts';

/** A value of a field has another name. */
export const valueRenamed: ChangeRule<FieldPair> = {
  name: 'resources/value-renamed',
  verb: 'renamed',
  differs: 'a value of a field has another name',
  requests: breaking('A client that sends the older name, or filters by it.'),
  answers: breaking('A client that knows only the older name.'),
  find: (pair) => {
    const sides = alike(pair);
    if (sides === undefined || sides.now.plan.state === true) return undefined;
    const { old, now } = sides;
    const known = new Set(valuesOf(old.schema));
    return valuesOf(now.schema).flatMap((value) => {
      const was = pair.comparison.renamed.value(pair.of, now.name, value);
      if (was === value || !known.has(was)) return [];
      return [
        {
          where: `${pair.called} ${value}`,
          what: `\`${was}\` of \`${pair.called}\` is called \`${value}\``,
          old: old.model.type?.span,
          now: now.model.type?.span,
          requests: old.sent,
          answers: old.shown,
          row: { before: was },
        },
      ];
    });
  },
};
