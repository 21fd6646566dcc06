import type { NewEvent, StoredEvent } from '../../contracts/events.ts';

/** The columns of `nonet_event` with the event itself, without its number. */
export const eventColumns: readonly string[] = [
  'id',
  'kind',
  'resource',
  'record_id',
  'record_version',
  'record',
  'record_before',
  'refs',
  'at',
  'trace_id',
  'caller',
  'version',
];

/** An event as a row of these columns. */
export type EventRow = readonly [
  id: string,
  kind: string,
  resource: string | null,
  recordId: string | null,
  recordVersion: number,
  record: string | null,
  before: string | null,
  refs: string | null,
  at: number,
  /** A trace id, or a `traceparent`, which holds it. */
  trace: string,
  caller: string | null,
  version: string | null,
];

/** The row of an event. */
export function toEventRow(event: NewEvent): EventRow {
  const { id, kind, resource, recordId, recordVersion, record, before, refs, at, traceId, traceparent } = event;
  const { caller = null, version = null } = event;
  const facts = [resource ?? null, recordId ?? null, recordVersion, record ?? null] as const;
  return [id, kind, ...facts, before ?? null, refs ?? null, at, traceparent ?? traceId, caller, version];
}

/** The event of a row whose first column is its number. */
export function readEventRow([number, ...row]: readonly [number, ...EventRow]): StoredEvent {
  const [id, kind, resource, recordId, recordVersion, record, before, refs, at, trace, caller, version] = row;
  return {
    sequence: Number(number),
    id,
    kind,
    ...(resource === null ? {} : { resource }),
    ...(recordId === null ? {} : { recordId }),
    recordVersion: Number(recordVersion),
    ...(record === null ? {} : { record }),
    ...(before === null ? {} : { before }),
    ...(refs === null ? {} : { refs }),
    at: Number(at),
    ...readTraceColumn(trace),
    ...(caller === null ? {} : { caller }),
    ...(version === null ? {} : { version }),
  };
}

function readTraceColumn(trace: string): Pick<NewEvent, 'traceId' | 'traceparent'> {
  const found = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(trace);
  return found === null ? { traceId: trace } : { traceId: found[1]!, traceparent: trace };
}
