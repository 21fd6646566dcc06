import { type Diagnostic, withWords } from '../../../diagnostics/diagnostic.ts';
import { listReturnedRecords, showsOwnRecord } from '../../../plan/bodies/returned.ts';
import { findsRecord } from '../../../plan/handler-rules.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import { readsRecord } from '../../../plan/records/about-caller.ts';
import { findLineSpan, getLineNumber } from '../../../text/location.ts';
import { isNotShown } from '../../not-shown.ts';
import { createEnvironments } from '../../resolve/environments.ts';
import { resolveExpression } from '../../resolve/expressions.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';

/**
 * Points out row rules over a record for handlers that have none: the path names no record, no Response shows one, and the method says
 * that they write none.
 */
export function checkNeverJudged(
  service: Service,
  operations: readonly OperationPlan[],
  report: (diagnostic: Diagnostic) => void,
): void {
  const rows = new Map(
    service.authentication.scopes.map((row) => [getLineNumber(service.source, row.span), row] as const),
  );
  for (const operation of operations) {
    if (!hasNoRecord(operation)) continue;
    const { name, resource, access, line } = operation;
    for (const grant of access.grants) {
      const where = rows.get(grant.line)?.where;
      if (where === undefined || isNotShown(where)) continue;
      if (!readsRecord(resolveExpression(where, createEnvironments(service).where(resource)).tree)) continue;
      const why = `neither its path nor its Response names a record of ${resource}, and a ${operation.method} writes none.`;
      const also = [{ span: findLineSpan(service.source, line), label: 'asked here' }];
      report(withWords(diagnostics['where-without-record'](where.span, name, why), { also }));
    }
  }
}

function hasNoRecord(operation: OperationPlan): boolean {
  const { kind, method, resource, responses, disabled } = operation;
  if (kind !== 'handler' || resource === undefined || disabled === true || findsRecord(operation)) return false;
  if (method !== 'GET' && method !== 'HEAD') return false;
  return responses.every(
    (response) =>
      !showsOwnRecord(response) && listReturnedRecords(response.shape).every((record) => record.resource !== resource),
  );
}
