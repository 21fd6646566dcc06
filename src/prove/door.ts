import type { Run } from './run.ts';

/** Says why a run proved nothing: nothing answered, or everything was rejected. A run that never got past the door is not a pass. */
export function findClosedDoor({ prover, tried }: Run): string | undefined {
  const { exchanges, silence } = prover.ground;
  if (tried === 0) return 'There is nothing to prove: no check applies to the rows that are asked for.';
  if (exchanges.length === 0) return `The service does not respond (${silence ?? 'no request could be generated'}).`;
  if (exchanges.some(({ response }) => response.status < 400)) return undefined;
  const statuses = [...new Set(exchanges.map(({ response }) => response.status))].toSorted(
    (left, right) => left - right,
  );
  const hint = statuses.includes(401) || statuses.includes(403) ? ' Check the credentials of the callers.' : '';
  return `The service rejected all ${exchanges.length} requests (${statuses.join(', ')}), so nothing is proven.${hint}`;
}
