import { StoreTimeoutError, StoreUnavailableError } from '../../contracts/store.ts';
import type { CountingSession } from '../service-tables/rates.ts';
import type { Statement, StatementResult } from './connection/connect.ts';
import { begin, commit } from './connection/control.ts';
import type { SharedConnection } from './connection/pool.ts';

/** Settings of the connection that counts: losing a count in a power failure is acceptable, waiting for the disk is not. */
export const buildCountStatements: readonly string[] = [
  'statement_timeout = 5000',
  'synchronous_commit = off',
  'enable_seqscan = off',
  'jit = off',
];

const locking = 'SELECT pg_advisory_xact_lock(hashtext($1::text), hashtext($2::text))';

/** Creates the session that counts over a connection of its own, whose statements run in the order in which they are asked. */
export function createCountingSession(
  line: Pick<SharedConnection, 'execute' | 'executeOnce' | 'losses'>,
  statementOf: (text: string) => Statement,
): CountingSession {
  // No request has a timeout here.
  const failed = (error: unknown): never => {
    throw error instanceof StoreTimeoutError ? new StoreUnavailableError(error.message, { cause: error }) : error;
  };
  const ask = (statement: Statement, values?: readonly unknown[]): Promise<StatementResult> =>
    line.execute(statement, values).catch(failed);
  const get = async (text: string, values?: readonly unknown[]) => (await ask(statementOf(text), values)).rows[0];
  return {
    get,
    change: get,
    run: async (text, values) => (await ask(statementOf(text), values)).count,
    runOnce: async (text, values) => (await line.executeOnce(statementOf(text), values).catch(failed)).count,
    async runAlone(text, values) {
      // Sent in one packet, so that no statement of another request comes between them.
      const sent = [
        ask(begin),
        ask(statementOf(locking), values.slice(0, 2)),
        ask(statementOf(text), values),
        ask(commit),
      ];
      return (await Promise.all(sent))[2]!.count;
    },
    lost: () => line.losses,
  };
}
