import { breaking, compatible, unclear } from '../../../diff/rule.ts';
import { added, became, ceased, changed, defineRules, inBoth, removed, type Subject } from '../../../diff/table.ts';
import { formatNameList } from '../../diff/comparison.ts';
import { compareTriggers, type EventPair, type EventSide, type PayloadMember } from './subjects.ts';

const event: Subject<EventPair> = {
  part: 'events',
  verb: 'behavior',
  where: ({ name }) => `event ${name}`,
  at: ({ model }) => model.span,
  name: ({ model }) => model.name.span,
};

const hasPayload = ({ plan }: EventSide): boolean => plan.payload !== undefined;

/** The rules for changes of an event. */
export const eventRules = defineRules(event, {
  'event-added': {
    verb: 'added',
    differs: 'an event is added',
    answers: compatible,
    find: added(({ name }) => `the event \`${name}\` is new`),
  },
  'event-removed': {
    verb: 'removed',
    differs: 'an event is removed',
    answers: breaking('A client that waits for it.'),
    find: removed(({ name }) => `the event \`${name}\` is removed`),
  },
  'event-renamed': {
    verb: 'renamed',
    differs: 'an event is renamed',
    answers: breaking('A client that knows it by its older name.'),
    at: ({ model }) => model.name.span,
    find: changed('name', ({ name, old: { plan } }) => ({
      what: `the event \`${plan.name}\` is renamed to \`${name}\``,
      row: { before: plan.name },
    })),
  },
  'event-triggers-removed': {
    differs: 'an event loses a trigger',
    answers: breaking('A client that waits for it.'),
    find: inBoth((pair) => {
      const { less } = compareTriggers(pair);
      return less.length > 0 && `\`${pair.name}\` no longer reports ${formatNameList(less)}`;
    }),
  },
  'event-triggers-added': {
    differs: 'an event gains a trigger',
    answers: unclear('A client that expects only the previous triggers.'),
    find: inBoth((pair) => {
      const { more } = compareTriggers(pair);
      return more.length > 0 && `\`${pair.name}\` also reports ${formatNameList(more)}`;
    }),
  },
  'payload-removed': {
    differs: 'an event no longer has a payload',
    answers: breaking('A client that reads it.'),
    at: ({ model }) => model.payload?.span ?? model.span,
    find: ceased(hasPayload, ({ name }) => `\`${name}\` no longer has a payload`),
  },
  'payload-added': {
    differs: 'an event has a payload that it did not have',
    answers: compatible,
    at: ({ model }) => model.payload?.span ?? model.span,
    find: became(hasPayload, ({ name }) => `\`${name}\` has a payload`),
  },
});

const payloadMember: Subject<PayloadMember> = {
  part: 'events',
  verb: 'behavior',
  where: ({ event: name }) => `event ${name}`,
  defaults: ({ oldSpan, nowSpan }) => ({ old: oldSpan, now: nowSpan }),
};

/** The rules for changes of a field of a payload. */
export const payloadMemberRules = defineRules(payloadMember, {
  'payload-field-added': {
    differs: 'a payload has a field that it did not have',
    answers: compatible,
    find: added(({ event: name, path }) => `the payload of \`${name}\` has \`${path}\``),
  },
  'payload-field-removed': {
    differs: 'a payload no longer has a field',
    answers: breaking('A client that reads it finds no value.'),
    find: removed(({ event: name, path }) => `the payload of \`${name}\` no longer has \`${path}\``),
  },
  'payload-field-optional': {
    differs: 'a field of a payload may be absent',
    answers: breaking('A client that relies on it.'),
    find: became(
      ({ optional }) => optional,
      ({ event: name, path }) => `\`${path}\` of the payload of \`${name}\` may be absent`,
    ),
  },
  'payload-field-changed': {
    differs: 'a field of a payload has a different value',
    answers: breaking('A client that relies on its previous value.'),
    find: changed(
      'holds',
      ({ event: name, path }) => `\`${path}\` of the payload of \`${name}\` has a different value`,
    ),
  },
});
