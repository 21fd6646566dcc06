import { unknown } from '../../../diff/row.ts';
import { breaking, compatible, type Found, unclear } from '../../../diff/rule.ts';
import {
  added,
  type Both,
  became,
  ceased,
  defineRules,
  inBoth,
  type Occurrence,
  removed,
  type Subject,
} from '../../../diff/table.ts';
import { equal } from '../../../expression/conditions/form.ts';
import { isAlwaysAssigned } from '../../../plan/fields/presence.ts';
import { ignoredUnknown } from '../../diff/comparison.ts';
import { isAlike } from './schemas.ts';
import { type FieldPair, type FieldSide, formatCells, formatLiteral, translateDefault } from './subjects.ts';

type BothFields = Both<FieldPair>;
type Added = FieldPair & { readonly now: FieldSide };
type Removed = FieldPair & { readonly old: FieldSide };

const exposes = 'Clients see stored values of a field that was `internal`.';

/** A field of a resource, or a member of an object. */
export const field: Subject<FieldPair> = {
  part: 'resources',
  where: ({ called }) => called,
  at: ({ model }) => model.span,
  name: ({ model }) => model.name.span,
};

const locateConstraint = (due: 'required' | 'default') => (side: FieldSide) =>
  (side.model.constraints.find(({ kind }) => kind === due) ?? side.model).span;
const mustBeSent = ({ created, plan }: FieldSide): boolean => created && plan.required && plan.default === undefined;
const isRequired = ({ plan }: FieldSide): boolean => plan.required;
/** Whether clients of both documents can send a new field in a body, in which the older one ignored it. */
const mayBeSentAlready = ({ comparison, now: { common } }: Added): boolean =>
  ignoredUnknown(comparison) && (common.created === true || common.changed === true);

/** Fields that are new, gone or called otherwise. */
export const presenceRules = defineRules(field, {
  'field-added': {
    verb: 'added',
    differs: 'an optional field is added',
    requests: compatible,
    answers: compatible,
    exposes,
    find: added((pair) => !mustBeSent(pair.now) && !mayBeSentAlready(pair) && describeAddedField(pair)),
  },
  'field-ignored-before': {
    verb: 'added',
    differs: 'an optional field is added, and unknown fields were ignored',
    requests: unclear(
      'A client that already sends a field of this name: its value was ignored, and is now checked and stored.',
    ),
    answers: compatible,
    exposes,
    find: added((pair) => !mustBeSent(pair.now) && mayBeSentAlready(pair) && describeAddedField(pair)),
  },
  'required-field-added': {
    verb: 'added',
    differs: 'a required field is added',
    requests: breaking('A client that creates a record without it: the request is rejected.'),
    answers: compatible,
    exposes,
    find: added((pair) => mustBeSent(pair.now) && describeAddedRequiredField(pair)),
  },
  'field-removed': {
    verb: 'removed',
    differs: 'a field is removed',
    requests: breaking('A client that sends it: its request is rejected, or the value is discarded.'),
    answers: breaking('A client that reads it finds no value.'),
    find: removed(describeRemovedField),
  },
  'field-renamed': {
    verb: 'renamed',
    differs: 'a field is renamed',
    requests: breaking('A client that sends the older name.'),
    answers: breaking('A client that reads the older name finds no value.'),
    at: field.name!,
    find: inBoth((pair) => pair.old.name !== pair.now.name && describeRenamedField(pair)),
  },
});

/** Fields that must be sent, that may be absent, and what they are then. */
export const absenceRules = defineRules(field, {
  'became-required': {
    verb: 'required',
    differs: 'a field is required',
    requests: breaking('A client that leaves it out.'),
    answers: compatible,
    at: locateConstraint('required'),
    find: became(isRequired, describeRequiredField),
  },
  'became-optional': {
    verb: 'optional',
    differs: 'a field is optional',
    requests: compatible,
    answers: breaking('A client that relies on it.'),
    at: locateConstraint('required'),
    find: ceased(isRequired, describeOptionalField),
  },
  'default-changed': {
    verb: 'default',
    differs: 'a field that is left out gets another value',
    requests: unclear('A client that leaves it out and expects the older value.'),
    answers: unclear('A client that reads it and expects the older value.'),
    at: locateConstraint('default'),
    find: inBoth(findChangedDefault),
  },
  'default-removed': {
    verb: 'default',
    differs: 'a field that is left out no longer gets a value',
    requests: unclear('A client that leaves it out and expects the older value.'),
    answers: breaking('A client that relies on it.'),
    at: locateConstraint('default'),
    find: ceased(({ plan }) => plan.default !== undefined, describeRemovedDefault),
  },
});

function describeAddedField({ now: { sent, shown }, hidden, called }: Added): Occurrence {
  const what = `the field \`${called}\` is ${hidden === undefined ? 'new' : 'no longer internal'}`;
  const isExposed = hidden !== undefined && shown;
  const row = { callers: shown ? 'absent' : '' };
  return { what, ...locateHiddenField(hidden), requests: sent, answers: shown, exposes: isExposed, row };
}

function locateHiddenField(hidden: FieldSide | undefined): Pick<Found, 'old'> {
  return hidden === undefined ? {} : { old: hidden.model.name.span };
}

function describeAddedRequiredField({ now, hidden, called }: Added): Occurrence {
  const isNullable = now.schema.nullable === true;
  const open = `the value of \`${now.name}\` in requests of old clients, which do not send it`;
  const known =
    hidden?.plan.default !== undefined ? formatLiteral(hidden.plan.default) : isNullable ? 'null' : undefined;
  const cells = known === undefined ? { requests: `default ${unknown}`, open } : { requests: `default ${known}` };
  return {
    what: `the field \`${called}\` is ${hidden === undefined ? 'new' : 'no longer internal'} and required`,
    ...locateHiddenField(hidden),
    answers: now.shown,
    exposes: hidden !== undefined && now.shown,
    row: { callers: now.shown ? 'absent' : '', ...cells },
    advice: 'state a `default` to take requests that leave it out',
  };
}

function describeRemovedField({ old, hidden, called }: Removed): Occurrence {
  const { plan, schema } = old;
  const isNullable = schema.nullable === true;
  const literal = plan.default !== undefined ? formatLiteral(plan.default) : isNullable ? 'null' : unknown;
  const isAlways = plan.required || plan.default !== undefined || isNullable || plan.state === true;
  const mustBe = old.shown && (isAlways || isAlwaysAssigned(plan.assigned) || plan.computed !== undefined);
  const isWritten = old.created || old.changed;
  const open = { open: `the value of \`${old.name}\` in responses to old clients` };
  const isRead = hidden !== undefined && old.shown && isStillStored(old, hidden, mustBe);
  return {
    what: `the field \`${called}\` is ${hidden === undefined ? 'gone' : 'internal'}`,
    ...(hidden && { now: hidden.model.name.span }),
    requests: old.sent,
    answers: old.shown,
    row: {
      before: formatCells(old, 'all'),
      callers: isRead ? `= \`${hidden.name}\`` : mustBe ? `default ${literal}` : '',
      requests: isWritten ? 'ignored' : '',
      ...(mustBe && !isRead && literal === unknown ? open : {}),
    },
    advice: isWritten ? 'Old requests may also say `refused`, or give another field its value' : undefined,
  };
}

/** Whether older callers can be shown the stored value of a field that is `internal` now: newer records do not lack it. */
function isStillStored(old: FieldSide, now: FieldSide, mustBe: boolean): boolean {
  const { default: otherwise, assigned, computed } = now.plan;
  const lasts = otherwise !== undefined || isAlwaysAssigned(assigned) || computed !== undefined;
  return isAlike({ old, now }) && (lasts || !mustBe);
}

function describeRenamedField({ comparison, of, called, old, now }: BothFields): Occurrence {
  const isGuessed = comparison.renamed.guessed(of, now.name);
  return {
    what: `the field \`${of}.${old.name}\` ${isGuessed ? 'seems to be' : 'is'} renamed to \`${called}\``,
    requests: old.sent,
    answers: old.shown,
    row: { before: old.name },
    advice: isGuessed ? 'if they are two fields, write one row `removed` and one row `added` instead' : undefined,
  };
}

function describeRequiredField({ old, now, called }: BothFields): Occurrence {
  const literal = now.plan.default ?? old.plan.default;
  const given = literal !== undefined ? formatLiteral(literal) : now.schema.nullable === true ? 'null' : unknown;
  const open = given === unknown ? { open: `the value of \`${now.name}\` if an old client omits it` } : {};
  return {
    what: `\`${called}\` is required`,
    requests: now.sent,
    answers: now.shown && old.shown,
    row: { requests: `default ${given}`, ...open },
  };
}

function describeOptionalField({ old, now, called }: BothFields): Occurrence {
  const isAlways = now.schema.nullable === true || now.plan.default !== undefined;
  const open = `the value that old clients receive if \`${now.name}\` is absent`;
  return {
    what: `\`${called}\` is no longer required`,
    requests: old.sent,
    answers: old.shown && now.shown && !isAlways,
    row: old.shown && !isAlways ? { callers: `default ${unknown}`, open } : undefined,
  };
}

function findChangedDefault(pair: BothFields): Occurrence | undefined {
  const { old, now, called } = pair;
  if (now.plan.default === undefined || equal(translateDefault(pair), now.plan.default)) return undefined;
  const isNew = old.plan.default === undefined;
  return {
    what: `\`${called}\` has ${isNew ? 'a' : 'another'} default`,
    requests: old.sent,
    answers: !old.sent && old.shown && now.shown,
    // undoing the row of a type takes the default away
    row: isNew && !isAlike(pair) ? 'none' : { before: formatLiteral(old.plan.default) },
  };
}

function describeRemovedDefault({ old, now, called }: BothFields): Occurrence {
  return {
    what: `\`${called}\` no longer has a default`,
    requests: old.sent,
    answers: old.shown && now.shown && !now.plan.required && now.schema.nullable !== true,
    row: { before: formatLiteral(old.plan.default) },
  };
}
