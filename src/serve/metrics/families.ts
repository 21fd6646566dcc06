/** A metric: its name, its type in the exposition format, and its labels. */
export interface MetricFamily {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
}

const define = (
  name: string,
  type: MetricFamily['type'],
  help: string,
  labels: readonly string[] = [],
): MetricFamily => ({ name, type, help, labels });

/** The maximum number of rows that gauges count, so that a scrape stays cheap. */
export const mostCounted = 10_000;

/** The metrics of a service. */
export const families = {
  requests: define(
    'nonet_http_request_duration_seconds',
    'histogram',
    'Time until the response was ready, by operation (empty: none matched) and status class. Its `_count` counts the requests.',
    ['operation', 'status'],
  ),
  refusals: define(
    'nonet_http_refusals_total',
    'counter',
    'Requests refused with status 4xx or 5xx, by operation and error code (empty: a response without a code).',
    ['operation', 'code'],
  ),
  rejections: define('nonet_limit_rejections_total', 'counter', 'Requests rejected by a limit of the document.', [
    'limit',
  ]),
  storeUp: define('nonet_store_up', 'gauge', '1 if the store answers, else 0.'),
  storePing: define('nonet_store_ping_seconds', 'gauge', 'Time in which the store answered this scrape.'),
  storeWrites: define(
    'nonet_store_write_duration_seconds',
    'histogram',
    'Time of write transactions, with their wait for the store.',
  ),
  storeQueue: define('nonet_store_writes_in_progress', 'gauge', 'Write transactions that wait or run.'),
  storeFailures: define(
    'nonet_store_write_failures_total',
    'counter',
    'Failed write transactions, by reason: `unavailable`, `overloaded`, `conflict` or `timeout`.',
    ['reason'],
  ),
  replicaUp: define(
    'nonet_replica_up',
    'gauge',
    '1 if the replica of `--read-from` answers reads, 0 if the database answers them all.',
  ),
  replicaLag: define(
    'nonet_replica_lag_seconds',
    'gauge',
    'The age of the records on the replica, at most; left out if it is unreachable.',
  ),
  replicaLagBytes: define(
    'nonet_replica_lag_bytes',
    'gauge',
    'The bytes of the log of PostgreSQL that the replica has not applied; left out if it is unreachable.',
  ),
  replicaReads: define('nonet_replica_reads_total', 'counter', 'Queries of reads and lists that the replica answered.'),
  replicaFallbacks: define(
    'nonet_replica_fallbacks_total',
    'counter',
    'Queries of reads and lists that the database answered in the place of the replica, by reason: `lagging`, `unreachable` or `failed`.',
    ['reason'],
  ),
  deliveries: define(
    'nonet_deliveries',
    'gauge',
    'Webhook and NATS deliveries and emails of all instances, by state; at most 10000 are counted.',
    ['state'],
  ),
  attempts: define('nonet_delivery_attempts_total', 'counter', 'Delivery attempts of this instance, by result.', [
    'result',
  ]),
  timers: define(
    'nonet_timers_due',
    'gauge',
    'Records on which a timed transition is due and not yet taken; at most 1000 are counted.',
    ['transition'],
  ),
  timerDelay: define(
    'nonet_timer_delay_seconds',
    'gauge',
    'How long the longest waiting timed transition has been due.',
    ['transition'],
  ),
  streams: define('nonet_streams_open', 'gauge', 'Open event streams of this instance.'),
  info: define('nonet_document_info', 'gauge', 'Always 1; the digest of the served document.', ['digest']),
} as const satisfies Readonly<Record<string, MetricFamily>>;

/** The metrics of the process, mostly by the names that prom-client gives them. */
export const processFamilies = {
  cpu: define('process_cpu_seconds_total', 'counter', 'CPU time of the process, user and system.'),
  memory: define('process_resident_memory_bytes', 'gauge', 'Resident memory.'),
  start: define('process_start_time_seconds', 'gauge', 'Start of the process, in seconds since 1970.'),
  files: define('process_open_fds', 'gauge', 'Open file descriptors (Linux).'),
  heapUsed: define('nodejs_heap_size_used_bytes', 'gauge', 'Used heap.'),
  heapTotal: define('nodejs_heap_size_total_bytes', 'gauge', 'Allocated heap.'),
  external: define('nodejs_external_memory_bytes', 'gauge', 'Memory of buffers outside the heap.'),
  lag: define(
    'nonet_eventloop_lag_seconds',
    'histogram',
    'How late a timer of the process ran, measured ten times a second.',
  ),
  version: define('nodejs_version_info', 'gauge', 'Always 1; the version of Node.js.', ['version']),
} as const satisfies Readonly<Record<string, MetricFamily>>;

/** The name of a metric in the code. */
export type FamilyName = keyof typeof families;

/** The name of a metric of the process in the code. */
export type ProcessFamilyName = keyof typeof processFamilies;
