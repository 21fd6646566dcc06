import type { Plan } from '../../plan/plan.ts';
import { listGoneStates } from '../../plan/records/gone.ts';
import { findSessionResource } from '../../plan/records/sessions.ts';
import { createLayout } from '../layout.ts';
import type { MigrationStore } from '../migration/store.ts';
import { credentialColumns, isIssued } from '../service-tables/credential-row.ts';
import { countEnding } from '../service-tables/credentials.ts';

const most = 500;

/** Ends the tokens of these clients at a moment. */
export async function endTokens(store: MigrationStore, clients: readonly string[], now: number): Promise<void> {
  for (let at = 0; at < clients.length; at += most) {
    const some = clients.slice(at, at + most).map((client) => store.quoteText(client));
    await store.run(`UPDATE nonet_credential SET revoked_at = ${now},
      expires_at = CASE WHEN expires_at < ${now} THEN expires_at ELSE ${now} END
      WHERE client IN (${some.join(', ')}) AND ${isIssued} AND revoked_at IS NULL`);
  }
  if (clients.length > 0) await store.run(countEnding);
}

/**
 * Lets the sessions without any credential end at a moment: each gets a credential that has ended, whose hash no text has. The service removes
 * them like others that end, with what depends on them.
 */
export async function endSessionsWithoutCredential(
  store: MigrationStore,
  plan: Plan,
  now: number,
  at: number = now,
): Promise<void> {
  const records = findSessionResource(plan);
  const scheme = plan.authentication.schemes.find(({ sessions }) => sessions !== undefined);
  if (records === undefined || scheme === undefined) return;
  const { resource, holder } = records;
  const { table, identity, byField } = createLayout(plan).get(resource.name)!;
  const column = (name: string): string => `s.${store.quoteName(name)}`;
  const ofField = (name: string): string => column(byField.get(name)!.name);
  const id = `CAST(${column(identity.name)} AS text)`;
  const alive = listGoneStates(resource).map(
    ({ field, states }) =>
      ` AND ${ofField(field)} NOT IN (${states.map((state) => store.quoteText(state)).join(', ')})`,
  );
  const ended = `'ended ${now} ' || ${id}`;
  const subject = `CAST(${ofField(holder.name)} AS text)`;
  const name = store.quoteText(scheme.name);
  await store.run(`INSERT INTO nonet_credential (${credentialColumns})
    SELECT ${ended}, 'token', ${name}, NULL, ${ended}, ${subject}, '[]', '{}', ${id}, ${now}, ${at}, ${now}, NULL, NULL, NULL, NULL
    FROM ${store.quoteName(table)} AS s
    WHERE NOT EXISTS (SELECT 1 FROM nonet_credential AS c WHERE c.session = ${id})${alive.join('')}`);
}
