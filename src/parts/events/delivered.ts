import { eventRoles } from '../resolve/shapes.ts';

/** The roles that a payload may show: those of events but for the payload itself. */
export const payloadRoles: readonly string[] = eventRoles.filter((role) => role !== 'payload');
