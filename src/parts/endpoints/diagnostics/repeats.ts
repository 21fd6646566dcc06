import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { labelFirst } from '../../../diagnostics/words.ts';
import type { Span } from '../../../text/location.ts';

/** What is said of the tables Idempotency and Preconditions where they do not fit the operations. */
export const repeats = defineDiagnostics('endpoints', {
  'unknown-operation': {
    note: 'An operation is a name of the Operations table, `all X` or `all`.',
    says: (name: string, suggestion?: string) => ({ message: `Unknown operation \`${name}\`.`, suggestion }),
  },
  'safe-idempotency': {
    note: 'Only operations that write have idempotency keys. A GET is idempotent without one.',
    says: (name: string) => `\`${name}\` only reads, so it has no idempotency key.`,
  },
  'standard-idempotency': {
    note: 'Only operations on records and handlers have idempotency keys.',
    says: (name: string) => `\`${name}\` is defined by a standard and has no idempotency key.`,
  },
  'duplicate-idempotency': {
    note: 'An operation has one Idempotency row.',
    says: (name: string, first: Span) => ({
      message: `\`${name}\` has two Idempotency rows.`,
      also: labelFirst(first),
    }),
  },
  'no-condition-here': {
    note: '`If-Match` applies to one record. `If-None-Match` applies to one record, a list, or a create by PUT.',
    says: (name: string, header: string) => `\`${header}\` does not apply to \`${name}\`.`,
  },
  'duplicate-condition': {
    note: 'An operation has one Preconditions row for each header.',
    says: (name: string, header: string, first: Span) => ({
      message: `\`${name}\` has two rows for \`${header}\`.`,
      also: labelFirst(first),
    }),
  },
});
