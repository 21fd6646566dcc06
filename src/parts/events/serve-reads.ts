import { readRefs } from '../../plan/neighbours.ts';
import type { EventPlan, Plan } from '../../plan/plan.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import type { AnswerShape } from '../../plan/shape.ts';

/** A neighbour that is kept with events: by which field, below which objects of the record, and its own neighbours. */
export interface Neighbour {
  readonly field: string;
  readonly resource: string;
  readonly within: readonly { readonly path: readonly string[]; readonly list: boolean }[];
  readonly inner: readonly Neighbour[];
}

/** Whether anything of a payload speaks of the record before. */
export function readsBefore(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if ('root' in value && value.root === 'old') return true;
  return Object.values(value).some(readsBefore);
}

/** The neighbours that an event's payload, the row rules of operations on events and deliveries read. */
export function neighboursOf(plan: Plan, { payload }: EventPlan, resource: ResourcePlan): readonly Neighbour[] {
  const names = new Set<string>();
  readRefs(payload, names);
  for (const { access } of plan.operations) {
    for (const { byResource } of access.grants) readRefs(byResource?.[resource.name], names);
  }
  for (const { to } of plan.deliveries) if (to?.kind === 'each') readEventRefs(to.where, names);
  addressRefs(plan, resource, names);
  const plain = resource.fields.flatMap(({ name, schema }): Neighbour[] =>
    names.has(name) && schema.type === 'ref' ? [{ field: name, resource: schema.resource, within: [], inner: [] }] : [],
  );
  return [...plain, ...embeddedIn(payload, [])];
}

/** The `ref` fields of the event's record through which a delivery's `where` reads. */
function readEventRefs(value: unknown, into: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  const { root, steps } = value as { root?: string; steps?: readonly { name: string; through?: string }[] };
  if (root === 'event' && steps?.[1]?.through !== undefined) into.add(steps[0]!.name);
  for (const one of Object.values(value)) readEventRefs(one, into);
}

/** The `ref` fields whose other records the address of a record is made of. */
function addressRefs(plan: Plan, { name }: ResourcePlan, into: Set<string>): void {
  const read = plan.operations.find((one) => one.kind === 'read' && one.resource === name && one.record === undefined);
  for (const segment of read?.segments ?? []) {
    if (segment.kind === 'placeholder' && segment.by !== undefined) into.add(segment.field);
  }
}

function embeddedIn(shape: AnswerShape | undefined, within: Neighbour['within']): readonly Neighbour[] {
  switch (shape?.kind) {
    case 'object':
      return shape.members.flatMap((member) => embeddedIn(member.shape, within));
    case 'picked':
      return embeddedIn(shape.item, [...within, shape]);
    case 'embedded': {
      const { field, resource, item } = shape;
      return [{ field, resource, within, inner: embeddedIn(item, []) }];
    }
    default:
      return [];
  }
}
