import { execFileSync } from 'node:child_process';
import { execPath } from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { type Columns, dataset } from './dataset.ts';
import { randomFrom } from './random.ts';
import { changes, newInvoice, pagesOf, type Requests, type RequestsOf, requestText } from './requests.ts';
import { keepCredentials, type Target, yardstick } from './targets.ts';

const folder = (name: string): string => fileURLToPath(new URL(`peers/${name}`, import.meta.url));

/** Hono with Drizzle, on the tables of the yardsticks and by the same requests. */
const honoDrizzle: Target = {
  ...yardstick('hono-drizzle', 'Hono + Drizzle'),
  command: (path) => [folder('hono-drizzle.ts'), path],
};

const cap: Target = {
  name: 'cap',
  title: 'SAP CAP',
  store: 'sqlite',
  command: (path) => [folder('cap/start.cjs'), path],
  async prepare(path) {
    execFileSync(execPath, [...this.command(path), 'deploy'], { stdio: ['ignore', 'ignore', 'inherit'] });
    const database = new DatabaseSync(path);
    try {
      database.exec(`PRAGMA journal_mode = WAL; ${capIndexes}`);
      const { customers, invoices } = dataset();
      database.exec('BEGIN');
      insert(
        database,
        'shop_Customers',
        customers.map(({ version: _, id, ...others }) => ({ ID: id!, ...others })),
      );
      insert(
        database,
        'shop_Invoices',
        invoices.map(({ id, customer, status_since: _, ...others }) => ({
          ID: id!,
          customer_ID: customer!,
          ...others,
        })),
      );
      database.exec('COMMIT');
      return keepCredentials(database);
    } finally {
      database.close();
    }
  },
  requests: capRequests,
};

/** The indexes that the other servers have, for the tables that CAP created. */
const capIndexes = `
  CREATE TABLE credential (hash TEXT PRIMARY KEY NOT NULL, shop TEXT NOT NULL, scopes TEXT NOT NULL,
    expires_at INTEGER NOT NULL, revoked_at INTEGER) STRICT;
  CREATE UNIQUE INDEX customer_email ON shop_Customers (email, shop);
  CREATE INDEX customer_by_creation ON shop_Customers (shop, created_at, ID);
  CREATE INDEX customer_by_email ON shop_Customers (shop, email, created_at, ID);
  CREATE UNIQUE INDEX invoice_number ON shop_Invoices (number, shop);
  CREATE INDEX invoice_by_creation ON shop_Invoices (shop, created_at, ID);
  CREATE INDEX invoice_by_status ON shop_Invoices (shop, status, created_at, ID);
  CREATE INDEX invoice_by_customer ON shop_Invoices (customer_ID, shop, created_at, ID);
  CREATE INDEX invoice_by_due_date ON shop_Invoices (shop, due_on, ID);
  CREATE INDEX invoice_by_total ON shop_Invoices (shop, total, ID);
`;

function insert(database: DatabaseSync, table: string, records: readonly Columns[]): void {
  const names = Object.keys(records[0]!);
  const statement = database.prepare(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  );
  for (const record of records) statement.run(...names.map((name) => record[name] ?? null));
}

/** The four operations in OData: addresses with quoted keys, `@odata.nextLink` in place of `Link`. */
async function capRequests(
  port: number,
  key: string,
  { customers, invoices }: ReturnType<typeof dataset>,
): ReturnType<RequestsOf> {
  const mine = invoices.filter(({ shop }) => shop === 's1');
  const drafts = mine.filter(({ status }) => status === 'draft');
  const buyers = customers.filter(({ shop }) => shop === 's1').map(({ id }) => String(id));
  const nextOf = (_: string, body: string): string | undefined => {
    const next = (JSON.parse(body) as { readonly '@odata.nextLink'?: string })['@odata.nextLink'];
    return next === undefined ? undefined : `/shop/${next}`;
  };
  const first = '/shop/Invoices?$orderby=created_at%20desc,ID%20desc';
  const pages = await pagesOf(port, key, first, nextOf);
  const random = randomFrom(7);
  const of = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  let count = 0;
  const lists = [() => first, () => `${first}&$filter=status%20eq%20'open'`, () => of(pages)];
  const address = ({ id }: Columns): string => `/shop/Invoices('${id}')`;
  const named = (text: string): string => text.replace('"customer":', '"customer_ID":');
  const patch = (body: string): string => requestText('PATCH', address(of(drafts)), key, body, [json, 'If-Match: *']);
  const all: Record<string, Requests> = {
    read: () => requestText('GET', address(of(mine)), key),
    list: () => requestText('GET', lists[count++ % lists.length]!(), key),
    create: () => requestText('POST', '/shop/Invoices', key, named(newInvoice(of(buyers), ++count, random))),
    update: () => patch(changes(++count, random)),
  };
  return all as Awaited<ReturnType<RequestsOf>>;
}

const json = 'Content-Type: application/json';

/** What else the same service could be built with; their answers differ, so only their statuses are compared. */
export const peers: readonly Target[] = [honoDrizzle, cap];
