import type { Statement } from './connect.ts';
import type { Writer } from './writes.ts';

/** What a transaction writes with. */
export interface TransactionParts {
  readonly writerOf: (resource: string) => Writer;
  readonly statementOf: (text: string) => Statement;
}
