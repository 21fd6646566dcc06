import type { OperationPlan } from '../../../plan/operation.ts';
import type { Span } from '../../../text/location.ts';
import type { OperationSide, SameOperation } from './subjects.ts';

/** What two documents say of the idempotency keys of one operation. */
export interface KeyPair {
  readonly called: string;
  readonly old: OperationPlan['idempotency'];
  readonly now: OperationPlan['idempotency'];
  readonly oldSpan: Span;
  readonly nowSpan: Span;
}

type Precondition = OperationPlan['preconditions'][number];

/** What two documents say of one precondition of one operation. */
export interface PreconditionPair {
  readonly called: string;
  readonly header: Precondition['header'];
  readonly old: Precondition | undefined;
  readonly now: Precondition | undefined;
  readonly oldSpan: Span;
  readonly nowSpan: Span;
}

/** The idempotency keys of the operations that both documents have, where one of them has any. */
export function keyPairs(operations: readonly SameOperation[]): KeyPair[] {
  return operations.flatMap(({ called, old: before, now: after }) => {
    const [old, now] = [before, after].map(({ plan }) => plan.idempotency);
    if (old === undefined && now === undefined) return [];
    const spans = [locateRow(before, 'idempotency', old?.line), locateRow(after, 'idempotency', now?.line)] as const;
    return { called, old, now, oldSpan: spans[0], nowSpan: spans[1] };
  });
}

/** The preconditions of the operations that both documents have. */
export function pairPreconditions(operations: readonly SameOperation[]): PreconditionPair[] {
  return operations.flatMap(({ called, old, now }) =>
    (['If-Match', 'If-None-Match'] as const).map((header) => {
      const [before, after] = [old, now].map(({ plan }) =>
        plan.preconditions.find((precondition) => precondition.header === header),
      );
      return {
        called,
        header,
        old: before,
        now: after,
        oldSpan: locateRow(old, 'preconditions', before?.line),
        nowSpan: locateRow(now, 'preconditions', after?.line),
      };
    }),
  );
}

/** The row on a line, else that of the operation. */
function locateRow(
  { side, model }: OperationSide,
  table: 'idempotency' | 'preconditions',
  line: number | undefined,
): Span {
  const { source, endpoints } = side.service;
  if (line === undefined) return model.span;
  const start = source.lines[line - 1] ?? 0;
  const row = endpoints[table].find(({ span }) => span.start >= start && span.start < (source.lines[line] ?? Infinity));
  return row?.span ?? model.span;
}
