import { stringifyExact } from '../../codegen/json/text.ts';
import { createEncryptedStringMapper, type MapEncryptedStrings } from '../../codegen/records/encryption.ts';
import { parseStored } from '../../codegen/records.ts';
import type { Cipher } from '../../contracts/platform.ts';
import type { Row } from '../../contracts/record.ts';
import type { Plan } from '../../plan/plan.ts';
import { createEventSecrets, type EventTexts } from '../../serve/event-secrets.ts';
import { isEncrypted } from '../../serve/platform-node.ts';
import { withEncryptedKeys } from '../../serve/verifying/sealed-keys.ts';
import { computeMaxTokenLifetime, writeKeysAgain } from '../../serve/verifying/signing-keys.ts';
import { type Allowed, openMigration, openStoreWithPlan } from '../../stores/index.ts';
import { type ColumnLayout, createLayout, type TableLayout } from '../../stores/layout.ts';
import type { MigrationStore } from '../../stores/migration/store.ts';
import type { StoreOptions } from '../../stores/options.ts';
import { StoreError } from '../../stores/store-error.ts';
import { mustFit, readRows } from '../../stores/transfer.ts';

interface EncryptedColumn {
  readonly column: ColumnLayout;
  readonly at: number;
  readonly through: MapEncryptedStrings;
}

/**
 * Re-encrypts all secrets of the store at an address, then the keys that sign tokens. Returns their number. Throws if the cipher
 * cannot decrypt one of them; then no record is changed.
 */
export async function reencryptStore(
  plan: Plan,
  address: string,
  cipher: Cipher,
  options: StoreOptions,
  allowed?: Allowed,
): Promise<number> {
  const store = await openMigration(address);
  if (store === undefined) throw new StoreError('The database does not exist yet, so it has no secrets to encrypt.');
  let count = 0;
  try {
    const made = await store.made();
    if (made !== undefined) allowed?.(made, store);
    count = await reencryptAll(store, plan, cipher);
  } finally {
    await store.close();
  }
  if (computeMaxTokenLifetime(plan) === undefined) return count;
  const kept = await openStoreWithPlan(address, options);
  try {
    return kept === undefined ? count : count + (await writeKeysAgain(withEncryptedKeys(kept.store, cipher)));
  } finally {
    await kept?.store.close();
  }
}

/**
 * Re-encrypts all secrets of a store in one transaction. Returns the number of columns it wrote. Skips a column that a running
 * service changes meanwhile.
 */
export async function reencryptAll(store: MigrationStore, plan: Plan, cipher: Cipher): Promise<number> {
  const again = (text: string): string => cipher.encrypt(cipher.decrypt(text));
  let count = 0;
  await store.begin(true);
  try {
    await mustFit(store, plan);
    for (const table of createLayout(plan).values()) {
      const encrypted = findEncryptedColumns(plan, table);
      if (encrypted.length === 0) continue;
      for await (const rows of readRows(store, table)) {
        for (const row of rows) {
          for (const column of encrypted) count += await reencryptColumn(store, table, row, column, again);
        }
      }
    }
    count += await reencryptReplaced(store, again);
    count += await reencryptEvents(store, plan, again);
    await reencryptStoredResponses(store, again);
    await store.commit();
    return count;
  } catch (error) {
    await store.rollback();
    throw error;
  }
}

/** Creates the function that encrypts the secrets of a row that are in plain text. */
export function createRowEncryption(plan: Plan, table: TableLayout, cipher: Cipher | undefined): (row: Row) => Row {
  const encrypted = cipher === undefined ? [] : findEncryptedColumns(plan, table);
  if (cipher === undefined || encrypted.length === 0) return (row) => row;
  const encrypt = createPlainEncryption(cipher);
  return (row) => {
    const changed = [...row];
    for (const { column, at, through } of encrypted) {
      const text = changed[at];
      if (typeof text === 'string') changed[at] = mapColumn(column, text, through, encrypt);
    }
    return changed;
  };
}

/** Creates the function that encrypts the secrets of an event that are in plain text. */
export function createEventEncryption<E extends EventTexts>(plan: Plan, cipher: Cipher | undefined): (event: E) => E {
  const secrets = cipher === undefined ? undefined : createEventSecrets(plan);
  if (cipher === undefined || secrets === undefined) return (event) => event;
  const encrypt = createPlainEncryption(cipher);
  return (event) => ({ ...event, ...withoutAbsent(secrets(event, encrypt)) });
}

/** Encrypts a text unless it is encrypted, perhaps with another key. */
function createPlainEncryption(cipher: Cipher): (text: string) => string {
  return (text) => (isEncrypted(text) ? text : cipher.encrypt(cipher.decrypt(text)));
}

function withoutAbsent(texts: EventTexts): object {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined));
}

function mapColumn(
  { storage }: ColumnLayout,
  text: string,
  through: MapEncryptedStrings,
  change: (text: string) => string,
): string {
  return storage === 'json' ? stringifyExact(through(parseStored(text), change)) : String(through(text, change));
}

function findEncryptedColumns(plan: Plan, table: TableLayout): readonly EncryptedColumn[] {
  return table.columns.flatMap((column, at) => {
    const field = table.resource.fields.find(({ name }) => name === column.field);
    const through = field === undefined ? undefined : createEncryptedStringMapper(plan, field.schema);
    return through === undefined ? [] : [{ column, at, through }];
  });
}

async function reencryptColumn(
  store: MigrationStore,
  table: TableLayout,
  row: Row,
  { column, at, through }: EncryptedColumn,
  again: (text: string) => string,
): Promise<number> {
  const before = row[at];
  if (typeof before !== 'string') return 0;
  const after = mapColumn(column, before, through, again);
  const id = row[table.columns.indexOf(table.identity)];
  const named = typeof id === 'string' ? store.quoteText(id) : String(id);
  const name = quoteIdentifier(column.name);
  await store.run(
    `UPDATE ${quoteIdentifier(table.table)} SET ${name} = ${store.quoteText(after)}
     WHERE ${quoteIdentifier(table.identity.name)} = ${named} AND ${name} = ${store.quoteText(before)}`,
  );
  return 1;
}

/** Re-encrypts the previous values of rotated secrets. */
async function reencryptReplaced(store: MigrationStore, again: (text: string) => string): Promise<number> {
  const rows = await store.read('SELECT number, value FROM nonet_replaced_secret ORDER BY number');
  for (const [number, value] of rows) {
    const text = store.quoteText(again(String(value)));
    await store.run(`UPDATE nonet_replaced_secret SET value = ${text} WHERE number = ${String(number)}`);
  }
  return rows.length;
}

/** Re-encrypts the secrets in the records of stored events, and the tokens that their emails show. Returns the number of changed texts. */
async function reencryptEvents(store: MigrationStore, plan: Plan, again: (text: string) => string): Promise<number> {
  const secrets = createEventSecrets(plan);
  if (secrets === undefined) return 0;
  let count = 0;
  const many = 200;
  const counted = (text: string): string => {
    count += 1;
    return again(text);
  };
  for (let after = ''; ; ) {
    const rows = (await store.read(
      `SELECT id, resource, record, record_before, refs FROM nonet_event WHERE id > ${store.quoteText(after)}
       AND (record IS NOT NULL OR refs IS NOT NULL) ORDER BY id LIMIT ${many}`,
    )) as unknown as readonly (readonly [string, ...(string | null)[]])[];
    for (const [id, resource, record, before, refs] of rows) {
      const found = count;
      const changed = secrets({ resource, record, before, refs }, counted);
      if (count === found) continue;
      const set = Object.entries({ record: changed.record, record_before: changed.before, refs: changed.refs })
        .map(([column, text]) => `${column} = ${typeof text === 'string' ? store.quoteText(text) : 'NULL'}`)
        .join(', ');
      await store.run(`UPDATE nonet_event SET ${set} WHERE id = ${store.quoteText(id)}`);
    }
    if (rows.length < many) return count;
    after = rows.at(-1)![0];
  }
}

/** Re-encrypts stored responses of idempotency keys, which may show secrets; plain ones stay plain until they expire. */
async function reencryptStoredResponses(store: MigrationStore, again: (text: string) => string): Promise<void> {
  const many = 200;
  // A running service deletes responses that expire: a page begins after the last one that was read, not at a number.
  for (let after = ''; ; ) {
    const rows = await store.read(
      `SELECT caller, operation, key, body FROM nonet_idempotency${after} ORDER BY caller, operation, key LIMIT ${many}`,
    );
    for (const [caller, operation, key, body] of rows) {
      if (typeof body !== 'string' || !isEncrypted(body)) continue;
      const place = `caller = ${store.quoteText(String(caller))} AND operation = ${store.quoteText(String(operation))}`;
      const text = store.quoteText(again(body));
      await store.run(
        `UPDATE nonet_idempotency SET body = ${text} WHERE ${place} AND key = ${store.quoteText(String(key))}`,
      );
    }
    if (rows.length < many) return;
    const last = rows
      .at(-1)!
      .slice(0, 3)
      .map((value) => store.quoteText(String(value)));
    after = ` WHERE (caller, operation, key) > (${last.join(', ')})`;
  }
}

function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
