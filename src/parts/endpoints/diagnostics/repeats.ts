import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { labelFirst } from '../../../diagnostics/words.ts';
import type { Span } from '../../../text/location.ts';

/** What is said of the tables Idempotency and Preconditions where they do not fit the operations. */
export const repeats = defineDiagnostics('endpoints', {
  'unknown-operation': {
    note: 'Operations are meant by their names in the Operations table, by `all X`, or by `all`.',
    says: (name: string, suggestion?: string) => ({ message: `There is no operation \`${name}\`.`, suggestion }),
  },
  'safe-idempotency': {
    note: 'Idempotency keys are for operations that change something; a GET can be repeated as it is.',
    says: (name: string) => `\`${name}\` changes nothing, so it needs no key.`,
  },
  'standard-idempotency': {
    note: 'Idempotency keys are for operations on records and for code.',
    says: (name: string) => `\`${name}\` is shaped by its standard, which knows no key.`,
  },
  'duplicate-idempotency': {
    note: 'An operation has one Idempotency row.',
    says: (name: string, first: Span) => ({
      message: `\`${name}\` has an Idempotency row already.`,
      also: labelFirst(first),
    }),
  },
  'no-condition-here': {
    note: 'If-Match asks for the present version of one record; a list has no If-Match. If-None-Match asks of one record, a list, or a create by PUT.',
    says: (name: string, header: string) => `\`${header}\` cannot be asked of \`${name}\`.`,
  },
  'duplicate-condition': {
    note: 'An operation has one Preconditions row for each header.',
    says: (name: string, header: string, first: Span) => ({
      message: `\`${name}\` has a row for \`${header}\` already.`,
      also: labelFirst(first),
    }),
  },
});
