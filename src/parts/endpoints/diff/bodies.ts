import { breaking, compatible, unclear } from '../../../diff/rule.ts';
import { added, became, ceased, changed, defineRules, type Find, removed, type Subject } from '../../../diff/table.ts';
import { ignoredUnknown } from '../../diff/comparison.ts';
import { formatItemRanges, type Member } from '../../diff/members.ts';
import type { BodyMember } from './members.ts';

const member: Subject<BodyMember> = {
  part: 'endpoints',
  verb: 'behavior',
  where: ({ operation }) => operation.called,
  defaults: ({ oldSpan, nowSpan }) => ({ old: oldSpan, now: nowSpan }),
};

const inRequest = createBodyFilter('request');
const inAnswer = createBodyFilter('answer');

function createBodyFilter(place: BodyMember['in']) {
  return (find: Find<BodyMember>): Find<BodyMember> =>
    (field) =>
      field.in === place && find(field);
}

const isOptional = (side: Member): boolean => side.optional;
const describeBody = ({ operation }: BodyMember): string => `body of \`${operation.called}\``;
const describeAdded = (pair: BodyMember & { readonly now: Member }): string | false =>
  isOptional(pair.now) && `the ${describeBody(pair)} may have \`${pair.path}\``;
const answer = ({ operation }: BodyMember): string => `response of \`${operation.called}\``;

/** Describes another number of records that refer to the one around, if it differs in a way. */
function describeBound(pair: BodyMember, differs: (was: number, is: number) => boolean): string | false {
  const [was, is] = [pair.old?.most, pair.now?.most];
  if (was === undefined || is === undefined || !differs(was, is)) return false;
  return `\`${pair.path}\` of the ${answer(pair)} shows at most ${is} records, not ${was}`;
}

/** Describes other numbers of items of a list in a request: `narrower` if a list that was admitted no longer is. */
function describeItems({ path, old: was, now: is, operation }: BodyMember, narrower: boolean): string | false {
  if (was === undefined || is === undefined || formatItemRanges(was) === formatItemRanges(is)) return false;
  const [before, after] = [was.items ?? [], is.items ?? []];
  const isNarrower = after.some((range, at) => {
    const old = before[at];
    const [least, most] = [Number(old?.from ?? 0), Number(old?.to ?? Number.POSITIVE_INFINITY)];
    return Number(range?.from ?? 0) > least || Number(range?.to ?? Number.POSITIVE_INFINITY) < most;
  });
  if (isNarrower !== narrower) return false;
  const [from, to] = [was, is].map((side) => (side.items === undefined ? 'any number of' : formatItemRanges(side)));
  return `\`${path}\` of the body of \`${operation.called}\` has ${to} items, not ${from}`;
}

/** The advice where a row cannot lead back to the older shape. */
const advice =
  'keep the old field next to the new one, or make the shape an object: no row of Changes can convert fields that a shape spells out';

/** The rules for changes of a field of a body or a response. */
export const bodyMemberRules = defineRules(member, {
  'request-field-added': {
    differs: 'a body may have a field that it could not have',
    requests: compatible,
    find: inRequest(added((pair) => !ignoredUnknown(pair.operation.comparison) && describeAdded(pair))),
  },
  'request-field-ignored-before': {
    differs: 'a body may have a field that it could not have, and unknown fields were ignored',
    requests: unclear('A client that already sends a field of this name: it was ignored.'),
    find: inRequest(added((pair) => ignoredUnknown(pair.operation.comparison) && describeAdded(pair))),
  },
  'required-request-field-added': {
    differs: 'a body must have a field that it did not have',
    requests: breaking('A client that sends the older body.'),
    advice,
    find: inRequest(added((pair) => !isOptional(pair.now) && `the ${describeBody(pair)} must have \`${pair.path}\``)),
  },
  'request-field-removed': {
    differs: 'a body may no longer have a field',
    requests: breaking('A client that sends it.'),
    advice,
    find: inRequest(removed((pair) => `the ${describeBody(pair)} no longer has \`${pair.path}\``)),
  },
  'request-field-required': {
    differs: 'a field of a body is required',
    requests: breaking('A client that leaves it out.'),
    find: inRequest(ceased(isOptional, (pair) => `\`${pair.path}\` of the ${describeBody(pair)} is required`)),
  },
  'request-field-optional': {
    differs: 'a field of a body is optional',
    requests: compatible,
    find: inRequest(became(isOptional, (pair) => `\`${pair.path}\` of the ${describeBody(pair)} is optional`)),
  },
  'request-field-changed': {
    differs: 'a field of a body is of another type',
    requests: breaking('A client that sends the older type.'),
    advice,
    find: inRequest(changed('holds', (pair) => `\`${pair.path}\` of the ${describeBody(pair)} is of another type`)),
  },
  'request-items-narrowed': {
    differs: 'a list of a body may have fewer items, or must have more',
    requests: breaking('A client that sends another number of items.'),
    advice: 'keep the bounds for clients of the older version, and check the number in a rule',
    find: inRequest((pair) => describeItems(pair, true)),
  },
  'request-items-widened': {
    differs: 'a list of a body may have more items, or fewer',
    requests: compatible,
    find: inRequest((pair) => describeItems(pair, false)),
  },
  'response-field-added': {
    differs: 'a response has a field that it did not have',
    answers: compatible,
    find: inAnswer(added((pair) => `the ${answer(pair)} has \`${pair.path}\``)),
  },
  'response-field-removed': {
    differs: 'a response no longer has a field',
    answers: breaking('A client that reads it finds no value.'),
    advice,
    find: inAnswer(removed((pair) => `the ${answer(pair)} no longer has \`${pair.path}\``)),
  },
  'response-field-optional': {
    differs: 'a field of a response may be absent',
    answers: breaking('A client that relies on it.'),
    find: inAnswer(became(isOptional, (pair) => `\`${pair.path}\` of the ${answer(pair)} may be absent`)),
  },
  'response-field-required': {
    differs: 'a field of a response is always there',
    answers: compatible,
    find: inAnswer(ceased(isOptional, (pair) => `\`${pair.path}\` of the ${answer(pair)} is always there`)),
  },
  'response-field-changed': {
    differs: 'a field of a response has a different value',
    answers: breaking('A client that relies on its previous value.'),
    advice,
    find: inAnswer(changed('holds', (pair) => `\`${pair.path}\` of the ${answer(pair)} has a different value`)),
  },
  'response-bound-lowered': {
    differs: 'a field of a response shows fewer of the records that refer to its record',
    answers: breaking('A client that reads the other records.'),
    advice: 'keep the bound, and add a list of the records for clients that need others',
    find: inAnswer((pair) => describeBound(pair, (was, is) => is < was)),
  },
  'response-bound-raised': {
    differs: 'a field of a response shows more of the records that refer to its record',
    answers: compatible,
    find: inAnswer((pair) => describeBound(pair, (was, is) => is > was)),
  },
});
