import { unknown } from '../../../changes/row.ts';
import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { cellsOf, type FieldPair, literalText } from './subjects.ts';

/** A field is no longer there. */
export const fieldRemoved: ChangeRule<FieldPair> = {
  name: 'resources/field-removed',
  verb: 'removed',
  differs: 'a field is no longer there',
  requests: breaking('A client that sends it: its request is refused, or what it sends goes nowhere.'),
  answers: breaking('A client that reads it finds nothing there.'),
  find: (pair) => {
    const { old, now, called } = pair;
    if (now !== undefined || old === undefined) return undefined;
    const given =
      old.plan.default !== undefined
        ? `default ${literalText(old.plan.default)}`
        : old.schema.nullable === true
          ? 'default null'
          : `default ${unknown}`;
    const mustBe =
      old.shown &&
      (old.plan.required ||
        old.plan.default !== undefined ||
        old.schema.nullable === true ||
        old.plan.assigned !== undefined ||
        old.plan.computed !== undefined ||
        old.plan.state === true);
    const isOpen = mustBe && given.endsWith(unknown);
    return {
      where: called,
      what: `the field \`${called}\` is gone`,
      old: old.model.name.span,
      requests: old.sent,
      answers: old.shown,
      row: {
        before: cellsOf(old, 'all'),
        callers: mustBe ? given : '',
        requests: old.created || old.changed ? 'ignored' : '',
        ...(isOpen ? { open: `the value of \`${old.name}\` in the answers of older callers` } : {}),
      },
      advice:
        old.created || old.changed
          ? 'Older requests may also say `refused`, or give another field its value'
          : undefined,
    };
  },
};
