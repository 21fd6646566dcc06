import type { Plan } from '../../../plan/plan.ts';
import type { TableTexts } from '../../differences.ts';
import type { StoreLayout } from '../../layout.ts';
import { reasonsAlone } from '../../migration/beside.ts';
import { refuseMisfit } from '../../migration/fits.ts';
import type { StoreOptions } from '../../options.ts';
import { settleQuotas } from '../../service-tables/quotas.ts';
import { settleReferences } from '../../service-tables/references.ts';
import { StoreError } from '../../store-error.ts';
import { referenceWords } from '../dialect.ts';
import { introspect, readConstraints } from '../migrate/introspection.ts';
import { counting } from '../quotas.ts';
import { rootSecret } from '../secrets.ts';
import { serviceDialect } from '../service-dialect.ts';
import { creation, ownTables, tableTexts } from '../tables.ts';
import type { ConnectionSettings } from './address.ts';
import type { Executor } from './connect.ts';
import { keepPlansServed, plansServed, takeServedAlone } from './served.ts';
import { ReadingSession } from './session.ts';

/** Refuses a database that keeps texts otherwise, or where this user has no schema. */
export async function checkDatabase(executor: Executor, { shown }: ConnectionSettings): Promise<void> {
  const { rows } = await executor.execute({ text: 'SELECT getdatabaseencoding(), current_schema()' });
  const [encoding, schema] = rows[0]!;
  if (encoding !== 'UTF8') {
    throw new StoreError(
      `The database ${shown} keeps texts as ${encoding}. A service needs all of Unicode: make it with \`CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0\`.`,
    );
  }
  if (schema === null) {
    throw new StoreError(
      `The database ${shown} has no schema for this user. Create one, or name one in the user's \`search_path\`.`,
    );
  }
}

/**
 * Makes the tables of a new database, and refuses one whose tables are not those of the plan. Gives its secret. Throws a StoreInUseError
 * where others serve another document that may not run beside this one.
 */
export async function settle(
  executor: Executor,
  settings: ConnectionSettings,
  plan: Plan,
  layout: StoreLayout,
  { platform }: StoreOptions,
): Promise<Uint8Array> {
  const needed = tableTexts(layout);
  await executor.execute({ text: 'BEGIN' });
  try {
    // Of two instances that start at once, one makes the tables and the other finds them.
    await executor.execute({ text: `SELECT pg_advisory_xact_lock(hashtext('nonet tables'))` });
    const tables = await executor.execute({
      text: `SELECT c.relname::text FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
        WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p', 'v', 'm', 'f')`,
    });
    const names = tables.rows.map(([name]) => String(name));
    if (names.length === 0) await executor.execute({ text: [...ownTables, ...creation(layout)].join(';\n') });
    else if (!names.includes('nonet_meta')) {
      throw new StoreError(
        `The database ${settings.shown} was not made by Nonet: it holds the table \`${names[0]}\`. A service needs a database of its own.`,
      );
    }
    const made = names.length === 0 ? undefined : await madeFrom(executor, plan);
    // A database of an older Nonet may lack some of the store's own.
    if (made !== undefined) await executor.execute({ text: ownTables.join(';\n') });
    const secret = await rootSecret(executor, platform);
    if (made === undefined) await keepPlansServed(executor, [plan.digest]);
    // The document as it was before a change beside which it may run: instances of it start again, whatever came since.
    else if (made.plan.digest !== plan.digest && made.served.includes(plan.digest)) {
      await executor.execute({ text: 'COMMIT' });
      return secret;
    } else await keepPlansServed(executor, await servedFrom(executor, settings, made, plan, needed));
    const kept = { tables: JSON.stringify(needed), 'plan digest': plan.digest, plan: JSON.stringify(plan) };
    await executor.execute(
      {
        text: `INSERT INTO nonet_meta (name, value) SELECT * FROM unnest($1::text[], $2::text[])
          ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      },
      [Object.keys(kept), Object.values(kept)],
    );
    const session = new ReadingSession(executor, (text) => ({ text }));
    await settleQuotas(session, serviceDialect, { quote: referenceWords.quote, counting }, plan, layout);
    await settleReferences(session, serviceDialect, referenceWords, plan, layout);
    await executor.execute({ text: 'COMMIT' });
    return secret;
  } catch (error) {
    await executor.execute({ text: 'ROLLBACK' }).catch(() => undefined);
    if (error instanceof StoreError) throw error;
    throw new StoreError(`The tables of the database ${settings.shown} cannot be made: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}

interface MadeFrom {
  readonly plan: Plan;
  readonly kept: TableTexts;
  readonly served: readonly string[];
}

async function madeFrom(executor: Executor, now: Plan): Promise<MadeFrom> {
  const { rows } = await executor.execute({
    text: `SELECT name, value FROM nonet_meta WHERE name IN ('tables', 'plan')`,
  });
  const meta = new Map(rows as readonly (readonly [string, string])[]);
  const plan = (JSON.parse(meta.get('plan') ?? 'null') ?? now) as Plan;
  return {
    plan,
    kept: JSON.parse(meta.get('tables') ?? '[]') as TableTexts,
    served: (await plansServed(executor)) ?? [plan.digest],
  };
}

/** The digests of the plans that may be served beside each other from now on. */
async function servedFrom(
  executor: Executor,
  { shown }: ConnectionSettings,
  { plan, kept, served }: MadeFrom,
  now: Plan,
  needed: TableTexts,
): Promise<readonly string[]> {
  const catalogue = await introspect(executor, kept, await readConstraints(executor));
  refuseMisfit(shown, { plan, kept, catalogue }, now, needed);
  const reasons = reasonsAlone(plan, now);
  if (reasons.length === 0) return [now.digest, ...served];
  await takeServedAlone(executor, shown, reasons);
  return [now.digest];
}
