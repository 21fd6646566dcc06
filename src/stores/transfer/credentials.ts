import type { MigrationStore } from '../migration/store.ts';
import { countEnding } from '../service-tables/credentials.ts';

const most = 500;

/** Ends the tokens of these clients at a moment. */
export async function endTokens(store: MigrationStore, clients: readonly string[], now: number): Promise<void> {
  for (let at = 0; at < clients.length; at += most) {
    const some = clients.slice(at, at + most).map((client) => store.quoteText(client));
    await store.run(`UPDATE nonet_credential SET revoked_at = ${now},
      expires_at = CASE WHEN expires_at < ${now} THEN expires_at ELSE ${now} END
      WHERE client IN (${some.join(', ')}) AND kind = 'token' AND revoked_at IS NULL`);
  }
  if (clients.length > 0) await store.run(countEnding);
}
