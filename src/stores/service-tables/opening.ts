import { then } from '../../contracts/maybe-promise.ts';
import type { MaybePromise } from '../../contracts/record.ts';
import type { Store } from '../../contracts/store.ts';
import type { Plan } from '../../plan/plan.ts';
import type { RecordDialect } from '../dialect.ts';
import type { StoreLayout } from '../layout.ts';
import { formatTableTexts } from '../tables.ts';
import { createCredentials } from './credentials.ts';
import type { ServiceDatabase } from './database.ts';
import { createDeliveries, type DeliverySteps } from './deliveries.ts';
import type { ServiceDialect } from './dialect.ts';
import { createEvents, type EventNotices } from './events.ts';
import { createWriteProbe, keepTables, readNote } from './meta.ts';
import { settleQuotas } from './quotas.ts';
import { type CountingSession, createCounting } from './rates.ts';
import { settleReferences } from './references.ts';
import { findReplaced } from './replaced-secrets.ts';
import type { Session } from './session.ts';
import { createSigningKeys } from './signing-keys.ts';
import { createExpiry } from './stored-responses.ts';
import { createUploads } from './uploads.ts';

/** Notes the plan of the tables, and counts and gathers the contents of their records if that was not done; no transaction writes meanwhile. */
export function settleTables(
  session: Session,
  dialect: ServiceDialect,
  records: RecordDialect,
  plan: Plan,
  layout: StoreLayout,
): MaybePromise<void> {
  const kept = keepTables(session, plan, formatTableTexts(records, layout));
  const counted = then(kept, () => settleQuotas(session, dialect, records, plan, layout));
  return then(counted, () => settleReferences(session, dialect, records, plan, layout));
}

/** The members of a store that need no more than its service tables. */
export type ServiceStore = Pick<
  Store,
  | 'credentials'
  | 'counting'
  | 'replacedSecrets'
  | 'planDigest'
  | 'expireStoredResponses'
  | 'events'
  | 'deliveries'
  | 'signingKeys'
  | 'probeWrite'
  | 'uploads'
>;

/** Creates the members of a store that need no more than its service tables. */
export function createServiceStore(
  database: ServiceDatabase,
  counting: CountingSession,
  steps: DeliverySteps,
  notices: EventNotices,
): ServiceStore {
  return {
    credentials: createCredentials(database),
    counting: createCounting(counting, database.dialect),
    replacedSecrets: (location, now) => findReplaced(database.reader, location, now),
    planDigest: () => readNote(database.reader, 'plan digest'),
    expireStoredResponses: createExpiry(database),
    events: createEvents(database, notices),
    deliveries: createDeliveries(database, steps),
    signingKeys: createSigningKeys(database),
    probeWrite: createWriteProbe(database),
    uploads: createUploads(database),
  };
}
