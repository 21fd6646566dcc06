import { unknown } from '../../../changes/row.ts';
import { breaking, type ChangeRule, compatible } from '../../../changes/rule.ts';
import { alike, valuesOf } from './schemas.ts';
import type { FieldPair } from './subjects.ts';

/** A field may have a value that it could not have. */
export const valueAdded: ChangeRule<FieldPair> = {
  name: 'resources/value-added',
  verb: 'value added',
  differs: 'a field may have a value that it could not have',
  requests: compatible,
  answers: breaking('A client that knows only the older values meets one that it does not know.'),
  find: (pair) => {
    const sides = alike(pair);
    if (sides === undefined || sides.now.plan.state === true) return undefined;
    const { old, now } = sides;
    const known = new Set(valuesOf(old.schema));
    return valuesOf(now.schema)
      .filter((value) => !known.has(pair.comparison.renamed.value(pair.of, now.name, value)))
      .map((value) => ({
        where: `${pair.called} ${value}`,
        what: `\`${pair.called}\` may be \`${value}\``,
        old: old.model.type?.span,
        now: now.model.type?.span,
        requests: old.sent,
        answers: old.shown,
        row: old.shown
          ? { callers: `as ${unknown}`, open: `the older value that older callers see in place of \`${value}\`` }
          : undefined,
      }));
  },
};
