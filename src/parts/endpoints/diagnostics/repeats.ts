import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { labelFirst } from '../../../diagnostics/words.ts';
import type { Span } from '../../../text/location.ts';

/** The diagnostics of the tables Idempotency and Preconditions where they do not fit the operations. */
export const repeats = defineDiagnostics('endpoints', {
  'safe-idempotency': {
    means: 'An Idempotency row names an operation that only reads.',
    why: 'Repeating a read has no effect, so storing its response under a key would only return stale data.',
    note: 'Only operations that write have idempotency keys. A GET is idempotent without one.',
    says: (name: string) => `\`${name}\` only reads, so it has no idempotency key.`,
  },
  'standard-idempotency': {
    means: 'An Idempotency row names an operation that a standard defines.',
    why: 'The token and event endpoints follow their own standards, which have no idempotency keys.',
    note: 'Only operations on records and handlers have idempotency keys.',
    says: (name: string) => `\`${name}\` is defined by a standard and has no idempotency key.`,
  },
  'duplicate-idempotency': {
    means: 'Two rows of the Idempotency table apply to the same operation.',
    why: 'The rows can contradict each other about the header or the retention of keys.',
    note: 'An operation has one Idempotency row.',
    says: (name: string, first: Span) => ({
      message: `\`${name}\` has two Idempotency rows.`,
      also: labelFirst(first),
    }),
  },
  'no-condition-here': {
    means: 'A Preconditions row names an operation to which its header does not apply.',
    why: 'The service compares the ETag of one record, so without a record the condition has no meaning.',
    note: '`If-Match` applies to one record. `If-None-Match` applies to one record, a list, or a create by PUT.',
    says: (name: string, header: string) => `\`${header}\` does not apply to \`${name}\`.`,
  },
  'required-of-new': {
    means:
      'A Preconditions row requires `If-Match` of an operation that creates records, or stores the first content of a file.',
    why: 'A new record, or a file that is not there, has no ETag that a client could send, so no request would store one.',
    note: '`If-Match` can be `refused` when absent only for operations that change what exists.',
    says: (name: string, does: string) => ({
      message: `\`${name}\` never ${does}: a request without \`If-Match\` is refused.`,
      help: 'write `allowed` in When absent',
    }),
  },
  'duplicate-condition': {
    means: 'Two Preconditions rows name the same operation and the same header.',
    why: 'The rows can contradict each other, for example about requests without the header.',
    note: 'An operation has one Preconditions row for each header.',
    says: (name: string, header: string, first: Span) => ({
      message: `\`${name}\` has two rows for \`${header}\`.`,
      also: labelFirst(first),
    }),
  },
});
