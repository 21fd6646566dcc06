import type { DeliveryPlan, EventPlan } from '../../../plan/plan.ts';
import type { Span } from '../../../text/place.ts';
import { type Comparison, paired, type Side, wordsOf } from '../../comparing/comparison.ts';
import { answerMembers, differingMembers, type MemberDifference } from '../../comparing/members.ts';
import type { DeliveryModel, EventModel } from '../model.ts';

/** An event in two documents. */
export interface EventPair {
  readonly comparison: Comparison;
  readonly name: string;
  readonly old?: EventSide;
  readonly now?: EventSide;
}

/** An event in one document. */
export interface EventSide {
  readonly model: EventModel;
  readonly plan: EventPlan;
}

/** A member of a payload that differs because the payload is written otherwise. */
export interface PayloadMember extends MemberDifference {
  readonly event: string;
  readonly oldSpan: Span;
  readonly nowSpan: Span;
}

/** A delivery in two documents: by its kind and where it goes, else by its kind. */
export interface DeliveryPair {
  readonly name: string;
  /** The events that both documents have, by their newer names. */
  readonly there: readonly string[];
  readonly old?: DeliverySide;
  readonly now?: DeliverySide;
}

/** A delivery in one document. */
export interface DeliverySide {
  readonly model: DeliveryModel;
  readonly plan: DeliveryPlan;
  /** The events that it delivers; none where each subscription chooses. */
  readonly delivers: readonly string[] | undefined;
}

/** The events of both documents. */
export function eventPairs(comparison: Comparison): EventPair[] {
  const { old, now, renamed } = comparison;
  const eventsOf = ({ service, plan }: Side): EventSide[] =>
    service.events.events.flatMap((model) => {
      const found = plan.events.find(({ name }) => name === model.name.value);
      return found === undefined ? [] : [{ model, plan: found }];
    });
  return paired(
    eventsOf(old),
    eventsOf(now),
    ({ plan }) => plan.name,
    (name) => renamed.event(name),
  ).map((pair) => ({
    ...pair,
    comparison,
  }));
}

/** The members of payloads that differ because they are written otherwise. */
export function payloadMembers(events: readonly EventPair[]): PayloadMember[] {
  return events.flatMap(({ comparison, name, old, now }) => {
    if (old?.plan.payload === undefined || now?.plan.payload === undefined) return [];
    if (wordsOf(old.model.payload) === wordsOf(now.model.payload)) return [];
    const [before, after] = [answerMembers(old.plan.payload), answerMembers(now.plan.payload)];
    return differingMembers(comparison, now.plan.resource, before, after).map((one) => ({
      ...one,
      event: name,
      oldSpan: old.model.payload?.span ?? old.model.span,
      nowSpan: now.model.payload?.span ?? now.model.span,
    }));
  });
}

/** What tells an event, as texts that can be compared: `pay Invoice to paid`. */
export function whensOf({ plan }: EventSide): string[] {
  return plan.when.map(({ operation, to, emitted }) => {
    const words = to === undefined ? operation : `${operation} to ${to}`;
    return emitted ? `emitted by ${words}` : words;
  });
}

/** The deliveries of both documents. */
export function deliveryPairs({ old, now, renamed }: Comparison): DeliveryPair[] {
  const names = new Set(old.plan.events.map(({ name }) => name));
  const there = now.plan.events.flatMap(({ name }) => (names.has(renamed.event(name)) ? [name] : []));
  const deliveriesOf = ({ service, plan }: Side): DeliverySide[] =>
    service.events.deliveries.flatMap((model, index) => {
      const found = plan.deliveries[index];
      if (found === undefined) return [];
      const all = plan.events.map(({ name }) => name);
      const own = found.events === 'all' ? all : undefined;
      return [{ model, plan: found, delivers: typeof found.events === 'string' ? own : found.events }];
    });
  const [older, newer] = [deliveriesOf(old), deliveriesOf(now)];
  const left = [...older];
  const found = new Map<DeliverySide, DeliverySide>();
  for (const same of [true, false]) {
    for (const one of newer) {
      if (found.has(one)) continue;
      const at = left.findIndex(
        (other) => other.plan.kind === one.plan.kind && (!same || targetOf(other) === targetOf(one)),
      );
      if (at >= 0) found.set(one, left.splice(at, 1)[0]!);
    }
  }
  return [
    ...newer.map((one) => {
      const other = found.get(one);
      return { name: one.plan.kind, there, now: one, ...(other === undefined ? {} : { old: other }) };
    }),
    ...left.map((one) => ({ name: one.plan.kind, there, old: one })),
  ];
}

/** Where a delivery goes, as a text that can be compared. */
export function targetOf({ plan }: DeliverySide): string {
  return plan.closed === true ? 'nobody' : JSON.stringify(plan.to ?? null);
}
