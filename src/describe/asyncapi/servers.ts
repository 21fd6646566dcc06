import type { JsonSchema } from '../../parts/registry.ts';
import type { WholePlan } from '../../plan/whole.ts';
import type { Route } from './routes.ts';

/** Describes the servers that are known: the service itself, if its address is stated and it has a stream. */
export function describeServers({ base }: WholePlan, routes: readonly Route[]): JsonSchema {
  const { known } = base;
  const streams = routes.some(({ stream }) => stream !== undefined);
  if (known === undefined || !URL.canParse(known) || !streams) return {};
  const { host, protocol } = new URL(known);
  return { service: { host, protocol: protocol.replace(':', ''), description: 'The service, for streams of events.' } };
}
