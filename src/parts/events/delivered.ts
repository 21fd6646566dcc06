import { findResource, listEventResources } from '../resolve/reach.ts';
import { eventRoles } from '../resolve/shapes.ts';
import type { Service } from '../service.ts';
import type { DeliveryModel } from './model.ts';

/** The roles that a payload may show: those of events but for the payload itself. */
export const payloadRoles: readonly string[] = eventRoles.filter((role) => role !== 'payload');

/** The resources whose events a delivery may carry, in the order of the events. */
export function listDeliverableResources(service: Service, { events }: DeliveryModel): readonly string[] {
  if (events === 'all' || 'listedIn' in events) return listEventResources(service);
  const names = new Set(events.map((name) => name.value));
  const chosen = service.events.events.filter((event) => names.has(event.name.value));
  return [...new Set(chosen.flatMap((event) => findResource(service, event) ?? []))];
}
