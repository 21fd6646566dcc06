import { stringifyForm } from '../../../expression/conditions/form.ts';
import { compareStrictness, type Strictness } from '../../../expression/conditions/implies.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { DeliveryPlan, EventPlan } from '../../../plan/plan.ts';
import type { Span } from '../../../text/location.ts';
import {
  type Comparison,
  joinPlans,
  normalizeWords,
  type Planned,
  pairByName,
  pairByTests,
  type Side,
} from '../../diff/comparison.ts';
import { renamePath, renameToNewer } from '../../diff/expressions.ts';
import { answerMembersOf, findDifferingFields, type MemberDifference } from '../../diff/members.ts';
import { createNewerNames } from '../../diff/newer-names.ts';
import type { DeliveryModel, EventModel } from '../model.ts';

/** An event in two documents. */
export interface EventPair {
  readonly comparison: Comparison;
  readonly name: string;
  readonly old?: EventSide;
  readonly now?: EventSide;
}

/** An event in one document. */
export type EventSide = Planned<EventModel, EventPlan>;

/** A member of a payload that differs because the payload is written otherwise. */
export interface PayloadMember extends MemberDifference {
  readonly event: string;
  readonly oldSpan: Span;
  readonly nowSpan: Span;
}

/** A delivery in two documents: by its kind and where it goes, else by its kind. */
export interface DeliveryPair {
  readonly comparison: Comparison;
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
  /** The events that it delivers, by their newer names; none where each subscription chooses. */
  readonly delivers: readonly string[] | undefined;
}

/** The events of both documents. */
export function pairEvents(comparison: Comparison): EventPair[] {
  const { old, now, renamed } = comparison;
  const eventsOf = ({ service, plan }: Side): EventSide[] =>
    joinPlans(service.events.events, (model) => plan.events.find(({ name }) => name === model.name.value));
  return pairByName(
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
export function findPayloadDifferences(events: readonly EventPair[]): PayloadMember[] {
  return events.flatMap(({ comparison, name, old, now }) => {
    if (old?.plan.payload === undefined || now?.plan.payload === undefined) return [];
    if (normalizeWords(old.model.payload) === normalizeWords(now.model.payload)) return [];
    const { resource: of } = now.plan;
    const { before, after } = answerMembersOf(comparison, { of }, old.plan.payload, now.plan.payload);
    return findDifferingFields(comparison, now.plan.resource, before, after).map((member) => ({
      ...member,
      event: name,
      oldSpan: old.model.payload?.span ?? old.model.span,
      nowSpan: now.model.payload?.span ?? now.model.span,
    }));
  });
}

/** A trigger of an event as a comparable text, `pay Invoice to paid`, and its condition. */
interface Trigger {
  readonly words: string;
  readonly condition?: Expression | undefined;
  /** Its text in the document. */
  readonly source?: string | undefined;
}

/** Returns the lost and the gained triggers of an event, as texts. A looser condition loses nothing. */
export function compareTriggers({ comparison, old, now }: EventPair): {
  readonly less: readonly string[];
  readonly more: readonly string[];
} {
  const names = createNewerNames(comparison);
  const triggersOf = (side: EventSide | undefined, stateOf: (state: string) => string): Trigger[] =>
    (side?.plan.when ?? []).map(({ operation, to, condition, emitted }, at) => {
      const words = to === undefined ? operation : `${operation} to ${stateOf(to)}`;
      const source = side?.model.when[at]?.condition?.text;
      return { words: emitted ? `emitted by ${words}` : words, condition, source };
    });
  const resource = comparison.old.plan.resources.find(({ name }) => name === old?.plan.resource);
  const renamed = (state: string): string => {
    const machine = resource?.machines.find(({ states }) => states.some(({ name }) => name === state));
    return machine?.field === undefined ? state : names.value(`${resource!.name}.${machine.field}`, state);
  };
  const of = now?.plan.resource;
  const before = triggersOf(old, renamed).map(({ condition, ...trigger }) => ({
    ...trigger,
    condition: renameToNewer(comparison, { of: old?.plan.resource ?? of }, condition),
  }));
  const after = triggersOf(now, (state) => state);
  const listMissing = (all: readonly Trigger[], among: readonly Trigger[]): string[] =>
    all.filter((one) => !among.some((other) => covers(other, one))).map(formatTrigger);
  return { less: listMissing(before, after), more: listMissing(after, before) };
}

/** Whether an event happens by one trigger whenever it happens by another. */
function covers(trigger: Trigger, other: Trigger): boolean {
  if (trigger.words !== other.words) return false;
  const strictness = compareStrictness(other.condition, trigger.condition);
  return strictness === 'same' || strictness === 'looser';
}

function formatTrigger({ words, source }: Trigger): string {
  return source === undefined ? words : `${words} when ${source}`;
}

/** The deliveries of both documents. */
export function pairDeliveries(comparison: Comparison): DeliveryPair[] {
  const { old, now, renamed } = comparison;
  const names = new Set(old.plan.events.map(({ name }) => name));
  const there = now.plan.events.flatMap(({ name }) => (names.has(renamed.event(name)) ? [name] : []));
  const newer = new Map(now.plan.events.map(({ name }) => [renamed.event(name), name]));
  const deliveriesOf = ({ service, plan }: Side): DeliverySide[] =>
    service.events.deliveries.flatMap((model, index) => {
      const found = plan.deliveries[index];
      if (found === undefined) return [];
      const all = plan.events.map(({ name }) => name);
      const events = found.events === 'all' ? all : 'listedIn' in found.events ? undefined : found.events;
      const delivers = plan === old.plan ? events?.map((name) => newer.get(name) ?? name) : events;
      return [{ model, plan: found, delivers }];
    });
  const isThere = (other: DeliverySide, delivery: DeliverySide): boolean =>
    isOfKind(other, delivery) && formatOldTarget(comparison, other) === formatTarget(delivery);
  const isThereAt = (other: DeliverySide, delivery: DeliverySide): boolean =>
    isThere(other, delivery) && stringifyForm(readOldWhere(comparison, other)) === stringifyForm(readWhere(delivery));
  return pairByTests(deliveriesOf(old), deliveriesOf(now), [isThereAt, isThere, isOfKind]).map((pair) => ({
    ...pair,
    comparison,
    name: (pair.now ?? pair.old)!.plan.kind,
    there,
  }));
}

function isOfKind(delivery: DeliverySide, other: DeliverySide): boolean {
  return delivery.plan.kind === other.plan.kind;
}

/** Where a delivery of the older document goes, by the newer names, as a text that can be compared; its `where` aside. */
export function formatOldTarget(comparison: Comparison, { plan }: DeliverySide): string {
  const { to } = plan;
  if (to?.kind !== 'each') return formatTarget({ plan });
  return formatTarget({ plan: { ...plan, to: { ...to, at: renamePath(comparison, to.resource, to.at) } } });
}

/** Where a delivery goes, as a text that can be compared; its `where` aside. */
export function formatTarget({ plan }: Pick<DeliverySide, 'plan'>): string {
  if (plan.disabled === true) return 'nobody';
  if (plan.to?.kind !== 'each') return stringifyForm(plan.to ?? null);
  const { where: _, ...to } = plan.to;
  return stringifyForm(to);
}

function readWhere({ plan: { to } }: DeliverySide): Expression | undefined {
  return to?.kind === 'each' ? to.where : undefined;
}

/** Which records a delivery of the older document goes to, by the newer names. */
function readOldWhere(comparison: Comparison, side: DeliverySide): Expression | undefined {
  const { to, events } = side.plan;
  if (to?.kind !== 'each') return undefined;
  const told = comparison.old.plan.events.filter(
    ({ name }) => events === 'all' || 'listedIn' in events || events.includes(name),
  );
  const standing = { of: to.resource, events: told.flatMap(({ resource }) => resource ?? []) };
  return renameToNewer(comparison, standing, to.where);
}

/** How the `where` of a delivery to the same place changed. */
export function compareWhere({ comparison, old, now }: DeliveryPair): Strictness | undefined {
  if (old === undefined || now === undefined || formatOldTarget(comparison, old) !== formatTarget(now))
    return undefined;
  return compareStrictness(readOldWhere(comparison, old), readWhere(now));
}
