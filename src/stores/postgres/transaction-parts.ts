import type { CredentialWrites } from '../../steps/credential-store.ts';
import type { Outcomes } from '../../steps/outcomes.ts';
import type { Asker } from './connect.ts';
import type { RecordEvents } from './events-recording.ts';
import type { KeepReplaced } from './replaced-secrets.ts';
import type { Next } from './sequences.ts';
import type { Writer } from './writes.ts';

/** What a transaction writes with. */
export interface TransactionParts {
  readonly writerOf: (resource: string) => Writer;
  readonly next: Next;
  readonly outcomesFor: (asker: Asker, taken: () => void) => Outcomes;
  readonly keepReplaced: KeepReplaced;
  readonly credentialsFor: (asker: Asker) => CredentialWrites;
  readonly recordEvents: RecordEvents;
}
