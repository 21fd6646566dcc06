import type { KeptOutcome } from '../steps/outcomes.ts';

/** The columns of `nonet_outcome` in which an outcome itself stands, behind those of its place. */
export const outcomeColumns = 'request, attributes, status, headers, body';

/** A kept outcome as a row of these columns. */
export type OutcomeRow = readonly [
  request: string,
  attributes: string,
  status: number,
  headers: string,
  body: string | null,
];

/** The row of an outcome. */
export function rowOfOutcome({ request, attributes, status, headers, body }: KeptOutcome): OutcomeRow {
  return [request, attributes, status, JSON.stringify(headers), body ?? null];
}

/** The outcome of a row. */
export function outcomeOf([request, attributes, status, headers, body]: OutcomeRow): KeptOutcome {
  return {
    request,
    attributes,
    status,
    headers: JSON.parse(headers) as readonly string[],
    body: body ?? undefined,
  };
}
