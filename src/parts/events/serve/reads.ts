import type { RefPlan } from '../../../plan/operation.ts';
import type { EventPlan, Plan } from '../../../plan/plan.ts';
import { collectAddressRefs } from '../../../plan/records/addresses.ts';
import { collectReadRefs, findPathRef } from '../../../plan/records/neighbours.ts';
import { getResourceOperations } from '../../../plan/records/readers.ts';
import type { ResourcePlan } from '../../../plan/resource.ts';
import type { AnswerShape } from '../../../plan/shape.ts';
import { memo } from '../../../text/memo.ts';

/** A referenced record that is stored with events: its field, the objects of the record above it, and its own referenced records. */
export interface ReferencedRecord {
  readonly field: string;
  readonly resource: string;
  readonly within: readonly { readonly path: readonly string[]; readonly list: boolean }[];
  readonly inner: readonly ReferencedRecord[];
}

/** Whether anything of a payload speaks of the record before. */
export function readsBefore(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if ('root' in value && value.root === 'old') return true;
  return Object.values(value).some(readsBefore);
}

/** Whether the document shows the caller of events: in a payload, an envelope or a response. */
export const showsEventCallers = memo((plan: Plan): boolean => {
  const shows = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null) return false;
    return ('role' in value && value.role === 'event caller') || Object.values(value).some(shows);
  };
  return shows([plan.events, plan.deliveries, plan.operations.map(({ responses }) => responses)]);
});

/** The shapes of what is sent of an event: its payload, and the values of its emails. */
export function listEventShapes({ mail }: Pick<Plan, 'mail'>, { name, payload }: EventPlan): readonly AnswerShape[] {
  const emails = (mail?.emails ?? []).filter(({ event, disabled }) => event === name && disabled !== true);
  return [...(payload === undefined ? [] : [payload]), ...emails.map(({ values }) => values)];
}

/** Returns the referenced records that an event's payload and emails, the row rules of operations on events and deliveries read. */
export function collectReferencedRecords(
  plan: Plan,
  event: EventPlan,
  resource: ResourcePlan,
): readonly ReferencedRecord[] {
  const rules = getResourceOperations(plan, undefined).flatMap(({ access }) =>
    access.grants.map(({ byResource }) => byResource?.[resource.name]),
  );
  const asked = plan.deliveries.flatMap(({ to }) => (to?.kind === 'each' ? collectEventRefs(to.where) : []));
  const plain = [
    ...asked,
    ...collectAddressRefs(getResourceOperations(plan, resource.name), resource, plan.resources),
  ].filter(({ path }) => hasRef(resource, path[0]!));
  return mergeReferencedRecords([
    ...[...collectReadRefs(rules), ...plain].map((ref) => toReferencedRecord(ref, [])),
    ...listEventShapes(plan, event).flatMap((shape) => collectShownReferences(shape, [])),
  ]);
}

function hasRef({ fields }: ResourcePlan, field: string): boolean {
  return fields.some(({ name, schema }) => name === field && schema.type === 'ref');
}

function toReferencedRecord(
  { path, resource, within: lists = [], refs: further = [] }: RefPlan,
  around: ReferencedRecord['within'],
): ReferencedRecord {
  const within = [...around, ...lists];
  const holder = path.slice(0, -1);
  const inside = holder.length === 0 ? within : [...within, { path: holder, list: false }];
  const inner = further.map((ref) => toReferencedRecord(ref, []));
  return { field: path.at(-1)!, resource, within: inside, inner };
}

/** Merges the inner ones of several on the same path. */
function mergeReferencedRecords(neighbours: readonly ReferencedRecord[]): readonly ReferencedRecord[] {
  const found = new Map<string, ReferencedRecord>();
  for (const reference of neighbours) {
    const key = JSON.stringify([reference.field, reference.within]);
    const before = found.get(key);
    found.set(
      key,
      before === undefined
        ? reference
        : { ...reference, inner: mergeReferencedRecords([...before.inner, ...reference.inner]) },
    );
  }
  return [...found.values()];
}

/** The `ref` fields of the event's record through which a delivery's `where` reads. */
function collectEventRefs(value: unknown): readonly RefPlan[] {
  if (typeof value !== 'object' || value === null) return [];
  const { root, steps } = value as { root?: string; steps?: Parameters<typeof findPathRef>[0] };
  const own = root === 'event' ? findPathRef(steps) : undefined;
  return [...(own === undefined ? [] : [own]), ...Object.values(value).flatMap(collectEventRefs)];
}

/** Collects the records that a payload embeds, and that its expressions read, of the record itself and of the objects inside it. */
function collectShownReferences(
  shape: AnswerShape | undefined,
  within: ReferencedRecord['within'],
): readonly ReferencedRecord[] {
  switch (shape?.kind) {
    case 'object':
      return shape.members.flatMap((member) => collectShownReferences(member.shape, within));
    case 'cel':
      return collectReadRefs(shape.value).map((ref) => toReferencedRecord(ref, within));
    case 'picked':
      return collectShownReferences(shape.item, [...within, shape]);
    case 'embedded': {
      const { field, resource, item } = shape;
      return [{ field, resource, within, inner: collectShownReferences(item, []) }];
    }
    default:
      return [];
  }
}
