import { breaking, compatible, unclear } from '../../../diff/rule.ts';
import {
  added,
  became,
  changed,
  compareSets,
  createKindFind,
  defineRules,
  inBoth,
  removed,
  type Subject,
} from '../../../diff/table.ts';
import { equal } from '../../../expression/conditions/form.ts';
import { formatNameList } from '../../diff/comparison.ts';
import { compareWhere, type DeliveryPair, type DeliverySide, formatOldTarget, formatTarget } from './subjects.ts';

const delivery: Subject<DeliveryPair> = {
  part: 'events',
  verb: 'behavior',
  where: ({ name }) => `delivery ${name}`,
  at: ({ model }) => model.span,
  name: ({ model }) => model.kind.span,
};

const where = createKindFind(compareWhere);
const choosesItself = ({ plan }: DeliverySide): boolean => plan.events !== 'all' && 'listedIn' in plan.events;
const attemptsOf = ({ plan }: DeliverySide) => plan.attempts ?? { count: 1, milliseconds: 0 };
const atAttempts = ({ model }: DeliverySide) => model.attempts?.span ?? model.span;

/** The rules for changes of a delivery. */
export const deliveryRules = defineRules(delivery, {
  'delivery-added': {
    differs: 'a delivery is added',
    answers: compatible,
    find: added(({ name }) => `events are delivered by \`${name}\``),
  },
  'delivery-removed': {
    verb: 'none',
    differs: 'a delivery is removed',
    answers: breaking('A client that receives events by it.'),
    find: removed(({ name }) => `events are no longer delivered by \`${name}\``),
  },
  'delivery-target-changed': {
    differs: 'a delivery has a different target',
    answers: breaking('A client that expects events at the previous target.'),
    find: inBoth(
      ({ comparison, name, old, now }) =>
        formatOldTarget(comparison, old) !== formatTarget(now) && `\`${name}\` goes elsewhere`,
    ),
  },
  'delivery-where-narrower': {
    differs: 'the where of a delivery sends fewer events to a subscriber',
    answers: breaking('A subscriber that waits for events which only the older where lets through.'),
    find: where('tighter', ({ name }) => `\`${name}\` sends fewer events to each subscriber`),
  },
  'delivery-where-wider': {
    differs: 'the where of a delivery sends more events to a subscriber',
    answers: compatible,
    exposes: 'Subscribers get events that the older where kept from them.',
    find: where('looser', ({ name }) => `\`${name}\` sends more events to each subscriber`),
  },
  'delivery-where-changed': {
    differs: 'the where of a delivery sends other events to a subscriber',
    answers: unclear('A subscriber that waits for events which only the older where lets through.'),
    exposes: 'Subscribers get events that the older where kept from them.',
    find: where('unclear', ({ name }) => `\`${name}\` sends other events to each subscriber`),
  },
  'delivery-events-removed': {
    differs: 'a delivery no longer sends an event',
    answers: breaking('A client that expects it there.'),
    find: inBoth(({ name, old, now, there }) => {
      if (now.delivers === undefined) return undefined;
      const less = compareSets(old.delivers ?? there, now.delivers).less.filter((event) => there.includes(event));
      return less.length > 0 && `\`${name}\` no longer delivers ${formatNameList(less)}`;
    }),
  },
  'delivery-events-added': {
    differs: 'a delivery sends one more event',
    answers: compatible,
    find: inBoth(({ name, old, now, there }) => {
      if (old.delivers === undefined) return undefined;
      const more = compareSets(old.delivers, now.delivers ?? there).more.filter((event) => there.includes(event));
      return more.length > 0 && `\`${name}\` delivers ${formatNameList(more)} too`;
    }),
  },
  'event-selection-changed': {
    differs: 'each subscription chooses its events, or no longer does',
    answers: unclear('A client whose subscription names other events than the ones it receives.'),
    find: changed(
      choosesItself,
      ({ name, now }) =>
        `subscriptions of \`${name}\` ${choosesItself(now) ? 'choose' : 'no longer choose'} their events`,
    ),
  },
  'envelope-changed': {
    differs: 'events have a different envelope',
    answers: breaking('A client that reads the older envelope.'),
    find: changed('envelope', ({ name }) => `the envelope of \`${name}\` is different`),
  },
  'signature-added': {
    differs: 'deliveries are signed',
    answers: compatible,
    find: became(
      ({ plan }) => plan.signature !== undefined,
      ({ name }) => `deliveries by \`${name}\` are signed`,
    ),
  },
  'signature-changed': {
    differs: 'deliveries are signed differently, or not at all',
    answers: breaking('A client that checks the older signature.'),
    find: inBoth(({ name, old: { plan: was }, now: { plan: is } }) => {
      if (was.signature === undefined || equal(was.signature, is.signature)) return undefined;
      return `deliveries by \`${name}\` are ${is.signature === undefined ? 'no longer signed' : 'signed differently'}`;
    }),
  },
  'attempts-fewer': {
    differs: 'a delivery that fails is tried less often or for a shorter time',
    answers: unclear('A client that is away for longer than the deliveries are tried.'),
    at: atAttempts,
    find: inBoth(({ name, old, now }) => {
      const [was, is] = [attemptsOf(old), attemptsOf(now)];
      const isLess = is.count < was.count || is.milliseconds < was.milliseconds;
      return old.plan.attempts !== undefined && isLess && `deliveries by \`${name}\` are tried less`;
    }),
  },
  'attempts-more': {
    differs: 'a delivery that fails is tried more often or for a longer time',
    answers: compatible,
    at: atAttempts,
    find: inBoth(({ name, old, now }) => {
      const [was, is] = [attemptsOf(old), attemptsOf(now)];
      const isLess = is.count < was.count || is.milliseconds < was.milliseconds;
      return (
        now.plan.attempts !== undefined && !isLess && !equal(was, is) && `deliveries by \`${name}\` are tried more`
      );
    }),
  },
});
