import { unknown } from '../../../changes/row.ts';
import { breaking, type ChangeRule, compatible } from '../../../changes/rule.ts';
import { alike, valuesOf } from './schemas.ts';
import type { FieldPair } from './subjects.ts';

/** A field may no longer have a value. */
export const valueRemoved: ChangeRule<FieldPair> = {
  name: 'resources/value-removed',
  verb: 'value removed',
  differs: 'a field may no longer have a value',
  requests: breaking('A client that sends it, or filters by it.'),
  answers: compatible,
  find: (pair) => {
    const sides = alike(pair);
    if (sides === undefined || sides.now.plan.state === true) return undefined;
    const { old, now } = sides;
    const known = new Set(valuesOf(now.schema).map((value) => pair.comparison.renamed.value(pair.of, now.name, value)));
    return valuesOf(old.schema)
      .filter((value) => !known.has(value))
      .map((value) => ({
        where: `${pair.called} ${value}`,
        what: `\`${pair.called}\` is no longer \`${value}\``,
        old: old.model.type?.span,
        now: now.model.type?.span,
        requests: old.sent,
        answers: old.shown,
        row: old.sent
          ? { callers: `as ${unknown}`, open: `the value that \`${value}\` of older callers becomes` }
          : undefined,
      }));
  },
};
