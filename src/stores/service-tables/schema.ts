import { holdsSession, isByHand, isIssued } from './credential-row.ts';
import { deliveryIndexes, settledIndexes } from './delivery-row.ts';
import type { ServiceDialect } from './dialect.ts';

/** A service table or an index of one. */
export interface ServiceObject {
  readonly name: string;
  /** Creates it. */
  readonly statement: string;
}

/** Returns an index. */
export function createIndex(name: string, on: string): ServiceObject {
  return { name, statement: `CREATE INDEX ${name} ON ${on}` };
}

/** Lists the statements that create the service tables and indexes that a database lacks, of which these `names` exist. */
export function listMissing(objects: readonly ServiceObject[], names: Iterable<string>): readonly string[] {
  const existing = new Set(names);
  return objects.filter(({ name }) => !existing.has(name)).map(({ statement }) => statement);
}

/** Returns the service tables and their indexes, in the order in which they are created. */
export function buildServiceTables({ types }: ServiceDialect): readonly ServiceObject[] {
  const { name, text, integer, number, bytes, counter, eventNumber, referredKey, options } = types;
  /** `room` is the part of a page, in percent, that new rows fill: rows that are often changed stay on their page. */
  const table = (title: string, columns: string, key?: string, room?: number): ServiceObject => ({
    name: title,
    statement: `CREATE TABLE ${title} (${columns}${key === undefined ? '' : `, PRIMARY KEY (${key})`})${options(key, room)}`,
  });
  const sent = `way ${name} NOT NULL, subscriber ${name} NOT NULL, subscription ${name}, version ${name},
    number ${integer} NOT NULL, event ${name} NOT NULL, kind ${name} NOT NULL, chain ${name}, state ${name} NOT NULL`;
  return [
    table(
      'nonet_event',
      `${eventNumber}, id ${name} UNIQUE NOT NULL, kind ${name} NOT NULL, resource ${name}, record_id ${name},
      record_version ${integer} NOT NULL, record ${text}, record_before ${text}, refs ${text}, at ${integer} NOT NULL,
      trace_id ${text} NOT NULL, caller ${text}, version ${name}`,
    ),
    table(
      'nonet_delivery',
      `id ${counter}, ${sent}, tries ${integer} NOT NULL DEFAULT 0, attempts ${text} NOT NULL DEFAULT '[]',
      due_at ${integer} NOT NULL, leased_until ${integer}, holder ${name}, problem ${text}`,
      undefined,
      70,
    ),
    ...deliveryIndexes.map(([title, on]) => createIndex(title, on)),
    table(
      'nonet_settled_delivery',
      `id ${integer} PRIMARY KEY, ${sent}, tries ${integer} NOT NULL, attempts ${text} NOT NULL, due_at ${integer} NOT NULL,
      problem ${text}, settled_at ${integer} NOT NULL`,
    ),
    ...settledIndexes.map(([title, on]) => createIndex(title, on)),
    table(
      'nonet_subscription',
      `resource ${name} NOT NULL, id ${name} NOT NULL, version ${name} NOT NULL`,
      'resource, id',
    ),
    table('nonet_unsubscribed', `subscriber ${name} NOT NULL, address ${text} NOT NULL`, 'subscriber'),
    table('nonet_meta', `name ${name} NOT NULL, value ${text} NOT NULL`, 'name'),
    table('nonet_secret', `name ${name} NOT NULL, value ${bytes} NOT NULL`, 'name'),
    table(
      'nonet_sequence',
      `resource ${name} NOT NULL, field ${name} NOT NULL, within ${name} NOT NULL, last ${integer} NOT NULL`,
      'resource, field, within',
    ),
    table(
      'nonet_credential',
      `id ${name} PRIMARY KEY NOT NULL, kind ${name} NOT NULL, scheme ${name} NOT NULL, client ${name},
      hash ${name} UNIQUE NOT NULL, subject ${name} NOT NULL, scopes ${text} NOT NULL, attributes ${text} NOT NULL,
      created_at ${integer} NOT NULL, expires_at ${integer}, revoked_at ${integer}, last_used_at ${integer}, session ${name},
      generation ${integer}, rotated_at ${integer}, rotation_key ${text}`,
    ),
    createIndex('nonet_credential_by_client', 'nonet_credential (client)'),
    createIndex('nonet_credential_by_session', 'nonet_credential (session) WHERE session IS NOT NULL'),
    createIndex(
      'nonet_credential_by_session_end',
      `nonet_credential (expires_at) WHERE session IS NOT NULL AND ${holdsSession}`,
    ),
    createIndex(
      'nonet_credential_by_session_use',
      `nonet_credential ((coalesce(last_used_at, created_at))) WHERE session IS NOT NULL AND revoked_at IS NULL AND ${holdsSession}`,
    ),
    createIndex('nonet_credential_by_end', `nonet_credential (expires_at) WHERE ${isIssued}`),
    createIndex('nonet_credential_by_hand', `nonet_credential (created_at, id) WHERE ${isByHand}`),
    // Rows hold whole responses, and keys are random: in the order of the key, SQLite would write each row to another page. With the
    // key among the columns, it stores rows in the order of arrival.
    table(
      'nonet_idempotency',
      `caller ${name} NOT NULL, operation ${name} NOT NULL, key ${name} NOT NULL, request ${text} NOT NULL,
      attributes ${text} NOT NULL, status ${integer} NOT NULL, headers ${text} NOT NULL, body ${text}, kept_until ${integer},
      PRIMARY KEY (caller, operation, key)`,
    ),
    createIndex('nonet_idempotency_by_end', 'nonet_idempotency (kept_until)'),
    table(
      'nonet_bucket',
      `name ${name} NOT NULL, key ${name} NOT NULL, missing ${number} NOT NULL, at ${integer} NOT NULL,
      leased_until ${integer} NOT NULL, granted ${integer} NOT NULL, full_at ${integer} NOT NULL`,
      'name, key',
      50,
    ),
    table(
      'nonet_slot',
      `name ${name} NOT NULL, key ${name} NOT NULL, instance ${name} NOT NULL, held ${integer} NOT NULL`,
      'name, key, instance',
      50,
    ),
    createIndex('nonet_slot_by_instance', 'nonet_slot (instance)'),
    table('nonet_instance', `id ${name} NOT NULL, until ${integer} NOT NULL`, 'id'),
    table(
      'nonet_replaced_secret',
      `number ${counter}, resource ${name} NOT NULL, field ${name} NOT NULL, id ${name} NOT NULL, value ${text} NOT NULL,
      kept_until ${integer} NOT NULL`,
    ),
    createIndex('nonet_replaced_secret_newest', 'nonet_replaced_secret (resource, id, field, number)'),
    createIndex('nonet_replaced_secret_by_end', 'nonet_replaced_secret (kept_until)'),
    table('nonet_reference_target', `other ${name} NOT NULL, target ${name} NOT NULL`, 'other, target'),
    table(
      'nonet_reference',
      `other ${name} NOT NULL, target ${name} NOT NULL, resource ${name} NOT NULL, field ${name} NOT NULL,
      id ${name} NOT NULL${referredKey}`,
      'other, target, resource, field, id',
    ),
    createIndex('nonet_reference_by_id', 'nonet_reference (resource, id, field)'),
    table('nonet_quota', `counter ${name} NOT NULL, key ${name} NOT NULL, n ${integer} NOT NULL`, 'counter, key'),
    table(
      'nonet_upload',
      `id ${name} NOT NULL, operation ${name} NOT NULL, version ${name} NOT NULL, path ${text} NOT NULL, caller ${name} NOT NULL,
      attributes ${text} NOT NULL, request ${text} NOT NULL, length ${integer} NOT NULL, expires_at ${integer} NOT NULL,
      at ${integer} NOT NULL, file ${text}, done ${integer} NOT NULL, holder ${name}, leased_until ${integer}, asked ${integer}`,
      'id',
      70,
    ),
    createIndex('nonet_upload_by_end', 'nonet_upload (expires_at)'),
    createIndex('nonet_upload_by_file', 'nonet_upload (id) WHERE file IS NOT NULL AND done = 0'),
    table(
      'nonet_upload_space',
      `upload ${name} NOT NULL, counter ${name} NOT NULL, key ${name} NOT NULL, n ${integer} NOT NULL`,
      'upload, counter, key',
    ),
  ];
}
