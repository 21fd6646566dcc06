import type { Plan } from '../../../plan/plan.ts';
import type { TableTexts } from '../../differences.ts';
import type { StoreLayout } from '../../layout.ts';
import { explainExclusiveWrites } from '../../migration/beside.ts';
import { refuseMisfit } from '../../migration/fits.ts';
import type { StoreOptions } from '../../options.ts';
import { isNew, readTables } from '../../service-tables/meta.ts';
import { settleTables } from '../../service-tables/opening.ts';
import { listMissing } from '../../service-tables/schema.ts';
import { getRootSecret } from '../../service-tables/secrets.ts';
import type { Session } from '../../service-tables/session.ts';
import { StoreError } from '../../store-error.ts';
import { formatTableTexts } from '../../tables.ts';
import { records } from '../dialect.ts';
import { introspect, readConstraints } from '../migrate/introspection.ts';
import { serviceDialect } from '../service-dialect.ts';
import { listCreateStatements, ownTables } from '../tables.ts';
import type { Executor } from './connect.ts';
import type { ConnectionSettings } from './opening/address.ts';
import { passes } from './opening/opening.ts';
import { keepPlansServed, readServedPlans, takeServedAlone } from './served.ts';
import { sessionOver } from './session.ts';

/** Refuses a database that keeps texts otherwise, or where this user has no schema. */
export async function checkDatabase(executor: Executor, { shown }: ConnectionSettings): Promise<void> {
  const { rows } = await executor.execute({ text: 'SELECT getdatabaseencoding(), current_schema()' });
  const [encoding, schema] = rows[0]!;
  if (encoding !== 'UTF8') {
    throw new StoreError(
      `The database ${shown} has the encoding ${encoding}, but Nonet requires UTF8. Create it with \`CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0\`.`,
    );
  }
  if (schema === null) {
    throw new StoreError(
      `The database ${shown} has no schema for this user. Create one, or name one in the user's \`search_path\`.`,
    );
  }
}

/**
 * A start gives a lock up after two seconds, because writes wait meanwhile. It may pause for longer than a request inside its transaction:
 * the process is busy compiling.
 */
const begin = { text: `BEGIN; SET LOCAL lock_timeout = 2000; SET LOCAL idle_in_transaction_session_timeout = 30000` };

/** The tables and indexes of the schema. An instance locks none that it does not change: writes of the others would wait for it. */
const listNames = {
  text: `SELECT c.relname::text, c.relkind::text FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'i')`,
};

/**
 * Creates the tables of a new database, and rejects one whose tables do not fit the plan. Returns its secret. Throws a StoreInUseError if
 * other instances serve a document that must not run at the same time.
 */
export async function settle(
  executor: Executor,
  settings: ConnectionSettings,
  plan: Plan,
  layout: StoreLayout,
  { platform }: StoreOptions,
): Promise<Uint8Array> {
  const needed = formatTableTexts(records, layout);
  const session = sessionOver(executor);
  await executor.execute(begin);
  try {
    // Of two instances that start at once, one makes the tables and the other finds them.
    await executor.execute({ text: `SELECT pg_advisory_xact_lock(hashtext('nonet tables'))` });
    const { rows } = await executor.execute(listNames);
    const names = rows.map(([name]) => String(name));
    const tables = names.filter((_, at) => rows[at]![1] !== 'i');
    const made = isNew(settings.shown, tables, 'database') ? undefined : await readStoredPlans(executor, session, plan);
    const missing = [...listMissing(ownTables, names), ...(made === undefined ? listCreateStatements(layout) : [])];
    if (missing.length > 0) await executor.execute({ text: missing.join(';\n') });
    const secret = await getRootSecret(session, platform);
    if (made === undefined) await keepPlansServed(executor, [plan.digest]);
    // The document before a compatible change: its instances may start again, whatever was added since.
    else if (made.plan.digest !== plan.digest && made.served.includes(plan.digest)) {
      await executor.execute({ text: 'COMMIT' });
      return secret;
    } else await keepPlansServed(executor, await resolveServedPlans(executor, settings, made, plan, needed));
    await settleTables(session, serviceDialect, records, plan, layout);
    await executor.execute({ text: 'COMMIT' });
    return secret;
  } catch (error) {
    await executor.execute({ text: 'ROLLBACK' }).catch(() => undefined);
    if (error instanceof StoreError || passes(error)) throw error;
    throw new StoreError(
      `The tables of the database ${settings.shown} cannot be created: ${(error as Error).message}.`,
      {
        cause: error,
      },
    );
  }
}

interface MadeFrom {
  readonly plan: Plan;
  readonly kept: TableTexts;
  readonly served: readonly string[];
}

async function readStoredPlans(executor: Executor, session: Session, now: Plan): Promise<MadeFrom> {
  const { plan = now, kept } = await readTables(session, now);
  return { plan, kept, served: await readServedPlans(executor) };
}

/** Returns the digests of the plans that may be served at the same time from now on. */
async function resolveServedPlans(
  executor: Executor,
  { shown }: ConnectionSettings,
  { plan, kept, served }: MadeFrom,
  now: Plan,
  needed: TableTexts,
): Promise<readonly string[]> {
  const catalogue = await introspect(executor, kept, await readConstraints(executor));
  refuseMisfit(shown, { plan, kept, catalogue }, now, needed);
  const reasons = explainExclusiveWrites(plan, now);
  if (reasons.length === 0) return [now.digest, ...served];
  await takeServedAlone(executor, shown, reasons);
  return [now.digest];
}
