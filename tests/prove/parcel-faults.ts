import type { Fault } from './faults.ts';

const webhook = '| webhook | each Hook';
const sse = '| sse | GET /events';
const desk = '| desk | all Parcel';
const tenant = '- Tenant: shop';
const created = '| parcel.created |';
const changed = '| parcel.changed |';
const sent = '| parcel.sent |';

/** The faults of `parcels.ts`, one at a time. */
export const parcelFaults: readonly Fault[] = [
  // Events
  ['no parcel.created', created],
  ['no parcel.changed', changed],
  ['no parcel.sent', sent],
  ['no parcel.arrived', '| parcel.arrived |'],
  ['no parcel.deleted', '| parcel.deleted |'],
  ['events of 1970', webhook, sse],
  ['events twice', created, sent],
  ['all on the stream', sse],
  ['streams of any shop', sse],
  ['hooks of any shop hear', webhook],
  ['kinds are ignored', webhook],
  ['later events first', webhook, sse],
  ['stream without an envelope', sse, created],
  ['another specversion', webhook],
  ['another subject', webhook],
  ['attempts have new IDs', webhook],
  ['old signatures', webhook],
  ['another secret', webhook],
  ['only the body is signed', webhook],
  ['no signature', webhook],
  ['plain webhooks', webhook],
  ['attempts at once', webhook],
  ['one attempt', webhook],
  ['rejected creates have events', created],
  ['rejected sends have events', sent],
  ['payload of another weight', created],
  ['no label in the payload', created],
  ['every update is a change', changed],
  ['old label', changed],
  ['was is new', changed],
  ['updates are sends', sent],
  ['status before', sent],
  ['open streams', sse],
  ['resumption leaves one out', sse],
  ['resumption is ignored', sse],
  ['resumption repeats', sse],
  // Authentication
  ['parcels of any shop', desk, tenant],
  ['shelves of any shop', desk, tenant],
  ['hooks of any shop', desk, tenant],
  ['slips of any shop', desk, tenant],
  ['existence is revealed', desk, tenant],
  ['lists of any shop', desk, tenant],
  ['filters of any shop', desk, tenant],
  ['parcels of any shop on shelves', '| parcel | ref Parcel'],
  ['any password', '| log in Person'],
  ['unknown people are 404', '| log in Person'],
  ['tokens of nobody', '| log in Person'],
  ['sessions stay', '| log out Person'],
  ['all sessions end', '| log out Person'],
  // States
  ['slips expire early', '| open | expire'],
  ['slips stay open', '| open | expire'],
  // Limits
  ['more shelves', '| shelves | quota'],
  ['any number of shelves', '| shelves | quota'],
  ['full is 422', '| shelves | quota', '| full | 409'],
  ['more peeks', '| peeks | rate'],
  ['peeks are counted together', '| peeks | rate'],
  ['never again', '| peeks | rate'],
  ['too many is 503', '| peeks | rate', '| slow_down |'],
  // Endpoints
  ['total of any shop', '| list Parcel', desk, tenant],
  ['total is of the shop', '| list Parcel'],
  ['stream of text', '| stream events |'],
  // Versioning
  ['old versions are served', '| 2024-01-01 | retired'],
  ['old is 400', '| 2024-01-01 | retired', '| old_version |'],
  ['any version', '| header | Parcels-Version'],
  ['no deprecation', '| 2025-01-01 | deprecated'],
  ['no sunset', '| 2025-01-01 | deprecated'],
  ['old requests are not known', '| 2026-06-01 | renamed | Parcel.label', '| 2025-01-01 | deprecated'],
  ['old names differ', '| 2026-06-01 | renamed | Parcel.label'],
  ['old responses have the new name', '| 2026-06-01 | renamed | Parcel.label'],
  ['old responses have weight', '| 2026-06-01 | added | Parcel.weight'],
  ['old states are new', '| 2026-06-01 | renamed | Parcel.status'],
];

/** Changes that the page allows. */
export const parcelVariants: readonly string[] = [
  'other order of members',
  'more headers',
  'more members',
  'other wording',
  'slower',
  'indented',
  'charset',
  'events come later',
  'comments between',
  'no subject',
  'no sequence',
  'two signatures',
  'repeated deliveries',
];
