import type { Conflict } from '../../contracts/store.ts';
import type { StoreLayout, TableLayout } from '../layout.ts';
import { createReferences, forgetText, type References } from '../service-tables/references.ts';
import type { Statement, StatementResult } from './connection/connect.ts';
import { type Failure, states } from './connection/failures.ts';
import { ExecutingSession } from './connection/session.ts';
import { records } from './dialect.ts';
import { serviceDialect } from './service-dialect.ts';
import type { SendWrite } from './write-result.ts';

const returnUndefined = (): undefined => undefined;

/** A session that sends writes. */
export class SendingSession extends ExecutingSession {
  readonly send: SendWrite;

  constructor(send: SendWrite, statementOf: (text: string) => Statement) {
    super(statementOf);
    this.send = send;
  }

  execute(statement: Statement, values: readonly unknown[] = []): Promise<StatementResult> {
    return this.send(statement, values, returnUndefined) as Promise<StatementResult>;
  }
}

const see = 'INSERT INTO nonet_reference_target (other, target) VALUES ($1, $2) ON CONFLICT DO NOTHING';

/**
 * Creates the references of a table's records. Each referenced record has a row of its own, to which the references lead by a foreign key:
 * of a reference and a deletion at the same time only one succeeds, whatever the transactions see of each other.
 */
export function createInnerReferences(
  layout: StoreLayout,
  table: TableLayout,
  statementOf: (text: string) => Statement,
): References | undefined {
  const referenced = ({ code }: Failure): Conflict | undefined =>
    code === states.dangling ? { kind: 'still referenced', ...table.insideOf[0]! } : undefined;
  return createReferences(serviceDialect, records, layout, table, async (session, values) => {
    // A row that another transaction made after this one began is met here, where it cannot be seen.
    await session.run(see, values);
    const done = await (session as SendingSession).send(statementOf(forgetText), values, referenced);
    return 'kind' in done ? done : undefined;
  });
}
