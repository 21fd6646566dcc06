import type { Plan } from '../plan/plan.ts';
import type { Store } from '../steps/store.ts';
import type { StoreOptions } from './options.ts';
import { StoreProblem } from './problem.ts';

type Open = (rest: string, plan: Plan, options: StoreOptions) => Promise<Store>;

/** The stores by the scheme of their address; each is loaded when it is asked for. */
const schemes: ReadonlyMap<string, () => Promise<Open>> = new Map<string, () => Promise<Open>>([
  ['sqlite', async () => (await import('./sqlite/open.ts')).openSqlite],
  ['postgres', async () => (await import('./postgres/open.ts')).openPostgres],
  ['postgresql', async () => (await import('./postgres/open.ts')).openPostgres],
]);

/**
 * Opens the store at an address: `sqlite:path`, `sqlite::memory:` for one that ends with the process, or
 * `postgres://user:password@host:port/database`. Throws a StoreProblem when no store has this scheme, or when the
 * database does not fit the plan.
 */
export async function openStore(address: string, plan: Plan, options: StoreOptions): Promise<Store> {
  const colon = address.indexOf(':');
  const load = schemes.get(address.slice(0, Math.max(colon, 0)));
  const rest = address.slice(colon + 1);
  if (load === undefined || rest === '') {
    // What stands behind the scheme may hold a password.
    const shown = colon < 0 ? address : address.slice(0, colon + 1);
    const wrong = load === undefined ? 'is not the address of a store that is supported' : 'names no store';
    throw new StoreProblem(
      `\`${shown}\` ${wrong}. Write \`sqlite:invoices.db\` for a file, \`sqlite::memory:\` for a store that ends with the process, or \`postgres://user@host/database\`.`,
    );
  }
  return (await load())(rest, plan, options);
}
