import { breaking, compatible, unclear } from '../../../diff/rule.ts';
import { type Both, became, changed, defineRules, inBoth, type Occurrence, type Subject } from '../../../diff/table.ts';
import { equal } from '../../../expression/conditions/form.ts';
import { enumerate } from '../../../text/enumerate.ts';
import { listNewAudiences } from '../../diff/audiences.ts';
import { ignoredUnknown } from '../../diff/comparison.ts';
import { renamePath, yieldsSameValue } from '../../diff/expressions.ts';
import { field } from './fields.ts';
import { isSent } from './schemas.ts';
import type { FieldPair, FieldSide } from './subjects.ts';

type BothFields = Both<FieldPair>;

const isReference = ({ schema }: FieldSide): boolean => (schema.type === 'list' ? schema.item : schema).type === 'ref';

const readDeleteAction = ({ plan }: FieldSide): string => plan.onDelete ?? 'restrict';

const exposed: Subject<FieldPair> = { ...field, verb: 'behavior' };

const isSentNow = (old: FieldSide, now: FieldSide): boolean => {
  const isNeeded = now.created && now.plan.required && !old.plan.required;
  return isSent(old) === false && isSent(now) === true && !isNeeded;
};

function describeChangeable({ called, old, now }: BothFields): Occurrence | false {
  const isMore = old.common.changed === false && now.common.changed === true;
  return isMore && isSent(old) === true && { what: `\`${called}\` may be changed by clients`, answers: old.shown };
}

/** Who sends a field, who is shown it, and where its value comes from. */
export const exposureRules = defineRules(exposed, {
  'no-longer-sent': {
    differs: 'clients may no longer send a field',
    requests: breaking('A client that sends it.'),
    find: inBoth(
      ({ called, old, now }) => isSent(old) === true && isSent(now) === false && `clients no longer send \`${called}\``,
    ),
  },
  'sent-now': {
    differs: 'clients may send a field that they could not send',
    requests: compatible,
    exposes: 'Clients give a value that the service gave alone.',
    find: inBoth(({ comparison, called, old, now }) => {
      return !ignoredUnknown(comparison) && isSentNow(old, now) && `clients may send \`${called}\``;
    }),
  },
  'sent-field-ignored-before': {
    differs: 'clients may send a field that they could not send, and unknown fields were ignored',
    requests: unclear('A client that already sends it, such as a record that it has read: the value was ignored.'),
    exposes: 'Clients give a value that the service gave alone.',
    find: inBoth(({ comparison, called, old, now }) => {
      return ignoredUnknown(comparison) && isSentNow(old, now) && `clients may send \`${called}\``;
    }),
  },
  'not-at-creation': {
    differs: 'clients may no longer send a field when they create a record',
    requests: breaking('A client that sends it at creation.'),
    find: inBoth(({ called, old, now }) => {
      const isLess = old.common.created === true && now.common.created === false;
      return isLess && now.common.changed === true && `\`${called}\` is not sent at creation`;
    }),
  },
  'not-changeable': {
    differs: 'clients may no longer change a field of a record that is there',
    requests: breaking('A client that changes it.'),
    find: inBoth(({ called, old, now }) => {
      const isLess = old.common.changed === true && now.common.changed === false;
      return isLess && isSent(now) === true && `\`${called}\` is no longer changed by clients`;
    }),
  },
  'changeable-now': {
    differs: 'clients may change a field that was fixed once a record was there',
    requests: compatible,
    answers: unclear('A client that keeps the value because it never changed.'),
    exposes: 'Clients change a value that they could not change.',
    find: inBoth((pair) => !ignoredUnknown(pair.comparison) && describeChangeable(pair)),
  },
  'changed-field-ignored-before': {
    differs: 'clients may change a field that was fixed once a record was there, and unknown fields were ignored',
    requests: unclear(
      'A client that already sends it in a change, such as a record that it has read: the value was ignored.',
    ),
    answers: unclear('A client that keeps the value because it never changed.'),
    exposes: 'Clients change a value that they could not change.',
    find: inBoth((pair) => ignoredUnknown(pair.comparison) && describeChangeable(pair)),
  },
  'no-longer-shown': {
    differs: 'a field is no longer in any response',
    answers: breaking('A client that reads it finds no value.'),
    find: inBoth(
      ({ called, old, now }) =>
        old.common.shown === true && now.common.shown === false && `\`${called}\` is no longer shown`,
    ),
  },
  'shown-now': {
    differs: 'a field is in responses in which it was not',
    answers: compatible,
    exposes: 'Clients see stored values that no response showed.',
    find: inBoth(
      ({ called, old, now }) => old.common.shown === false && now.common.shown === true && `\`${called}\` is shown`,
    ),
  },
  'shown-to-others': {
    differs: 'a field, or the content of a file, is shown to callers to whom it was not',
    answers: compatible,
    exposes: 'Callers see stored values that no response showed them.',
    find: inBoth(({ comparison, of, called, old, now }) => {
      const [was, is] = [old.common.shown, now.common.shown];
      if (was === undefined || is === undefined || (!was && is)) return undefined;
      const to = listNewAudiences(comparison, `${of}.${old.name}`, `${of}.${now.name}`);
      return (
        to.length > 0 &&
        `\`${called}\` is shown to ${enumerate(
          to.map((name) => `\`${name}\``),
          'and',
        )}`
      );
    }),
  },
  'shown-once': {
    differs: 'a field is shown in the response to its creation only',
    answers: breaking('A client that reads it later finds no value.'),
    find: became(
      ({ plan }) => plan.shownOnce === true,
      ({ called, old }) => old.shown && `\`${called}\` is shown once`,
    ),
  },
  'computed-changed': {
    differs: 'a computed field has a different expression',
    answers: unclear('A client that relies on how the value is computed.'),
    find: inBoth(findChangedComputed),
  },
  'assigned-changed': {
    differs: 'the value of a field has a different source',
    answers: unclear('A client that relies on where the value comes from.'),
    find: inBoth(findChangedAssignment),
  },
  'on-delete-restricts': {
    differs: 'a referenced record can no longer be deleted',
    requests: breaking('A client that deletes the record that the field references.'),
    find: changed(
      readDeleteAction,
      ({ called, now }) =>
        readDeleteAction(now) === 'restrict' &&
        isReference(now) &&
        `deleting the record that \`${called}\` references is rejected`,
    ),
  },
  'on-delete-changed': {
    differs: 'deleting a record deletes or clears the records that reference it',
    requests: compatible,
    answers: unclear('A client that expects the records that reference it to stay unchanged.'),
    find: changed(readDeleteAction, ({ called, old, now }) => {
      if (readDeleteAction(now) === 'restrict' || !isReference(old)) return undefined;
      if (now.schema.type === 'list') return `deleting a record that \`${called}\` references removes it from the list`;
      const does = readDeleteAction(now) === 'cascade' ? 'deletes' : 'clears';
      return `deleting the record that \`${called}\` references ${does} the records that reference it`;
    }),
  },
});

function findChangedComputed({ comparison, of, called, old, now }: BothFields): Occurrence | undefined {
  const [was, is] = [old.plan.computed?.value, now.plan.computed?.value];
  if (yieldsSameValue(comparison, { of, gives: `${of}.${old.name}` }, was, is)) return undefined;
  const how = was === undefined ? 'is computed by the service' : 'has a different expression';
  return { what: `\`${called}\` ${is === undefined ? 'is no longer computed' : how}`, answers: old.shown };
}

function findChangedAssignment({ comparison, of, called, old, now }: BothFields): Occurrence | undefined {
  const { assigned } = old.plan;
  const within = (names: readonly string[]) => names.flatMap((name) => renamePath(comparison, of, [name]));
  const turned = assigned?.by === 'sequence' ? { ...assigned, within: within(assigned.within) } : assigned;
  if (equal([turned, old.plan.assignedOnUpdate], [now.plan.assigned, now.plan.assignedOnUpdate])) return undefined;
  return { what: `\`${called}\` has a different source of its value`, answers: old.shown };
}
