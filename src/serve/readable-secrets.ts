import { createEncryptedStringMapper } from '../codegen/records/encryption.ts';
import { parseStored } from '../codegen/records.ts';
import type { OperationContext } from '../contracts/operation-context.ts';
import type { Cipher } from '../contracts/platform.ts';
import type { Row } from '../contracts/record.ts';
import type { Condition, Store } from '../contracts/store.ts';
import type { Plan } from '../plan/plan.ts';
import type { FieldPlan, ResourcePlan } from '../plan/resource.ts';
import { createEventSecrets } from './event-secrets.ts';
import { readUnencrypted } from './platform-node.ts';
import { createColumnLookup } from './request/operation-context.ts';

/** The number of values of each field that are checked: all have the same key, or the key was rotated for all of them. */
const most = 100;
/** The number of objects of a field, and of events, that are checked: not each of them has a secret in it. */
const mostMixed = 10_000;

/**
 * Throws an error with the reason if secrets of records are stored encrypted and cannot be decrypted: with a different key, or without one.
 * Otherwise the service would sign with unknown secrets.
 */
export async function needReadableSecrets(plan: Plan, store: Store, cipher: Cipher | undefined): Promise<void> {
  const open = cipher?.decrypt ?? readUnencrypted;
  const columnOf = createColumnLookup(plan);
  for (const resource of plan.resources)
    for (const { field, decrypt } of createSecretDecryptors(plan, resource, columnOf, open)) {
      const query = store.prepare({
        resource: resource.name,
        conditions: [isPresent(field)],
      });
      const limit = field.storage === 'json' ? mostMixed : most;
      const { rows } = await query.many({ conditions: [undefined], now: 0, limit });
      rows.forEach(decrypt);
    }
  await needReadableEvents(plan, store, open);
}

/** Does the same for the events of deliveries and emails that wait. */
async function needReadableEvents(plan: Plan, store: Store, open: (text: string) => string): Promise<void> {
  const secrets = createEventSecrets(plan);
  if (secrets === undefined) return;
  for (const { event } of await store.deliveries.list({ states: ['waiting', 'blocked', 'in flight'] }, mostMixed)) {
    const found = await store.events.one(event);
    if (found !== undefined) secrets(found, open);
  }
}

/** Creates the decryptors of the secrets of a row, field by field. */
function createSecretDecryptors(
  plan: Plan,
  { name, fields }: ResourcePlan,
  columnOf: OperationContext['columnOf'],
  open: (text: string) => string,
) {
  return fields.flatMap((field) => {
    const through = createEncryptedStringMapper(plan, field.schema);
    if (through === undefined) return [];
    const column = columnOf(name, field.name);
    const value = field.storage === 'json' ? parseStored : (text: string): unknown => text;
    const decrypt = (row: Row): void => {
      const cell = row[column];
      if (typeof cell === 'string') through(value(cell), open);
    };
    return [{ field, decrypt }];
  });
}

function isPresent({ name }: FieldPlan): Condition {
  const of = { op: 'path', root: 'record', steps: [{ name }], type: { kind: 'string' } } as const;
  return { kind: 'where', holds: { op: 'has', of, type: { kind: 'bool' } } };
}
