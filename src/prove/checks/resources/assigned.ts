import type { OperationPlan } from '../../../plan/operation.ts';
import type { FieldPlan } from '../../../plan/resource.ts';
import type { Check } from '../../check.ts';
import { type Outcome, proven, unreached, violated } from '../../ledger/verdict.ts';
import type { Prover } from '../../prover.ts';
import { isOfExisting, old } from '../../values/existing.ts';
import { readAt } from '../../values/places.ts';
import { findShownPath } from '../../values/shown.ts';

/** Values that the service gives: identities differ, times are those of the request, attributes are those of the caller. */
export const assigned: Check = {
  part: 'resources',
  name: 'assigned',
  says: 'Values that the service gives are there; identities and sequences differ from record to record, times do not go back.',
  cases: (prover) =>
    prover.operations.flatMap((operation) => {
      const resource = prover.resource(operation.resource);
      if (operation.kind !== 'create' || resource === undefined) return [];
      return resource.fields.flatMap((field) =>
        field.assigned === undefined || field.direction === 'internal'
          ? []
          : [
              {
                line: field.line,
                about: `${field.name} of two records of ${operation.name}`,
                run: () => createTwo(prover, operation, field),
              },
            ],
      );
    }),
};

async function createTwo(prover: Prover, operation: OperationPlan, field: FieldPlan): Promise<Outcome> {
  const path = findShownPath(operation.responses[0]?.shape, field.name);
  if (path === undefined) return unreached('no response shows it');
  const first = await prover.prepare(operation);
  if (typeof first === 'string') return unreached(first);
  const one = await prover.send(first);
  const second = await prover.prepare(operation);
  if (typeof second === 'string') return unreached(second);
  const two = await prover.send(second);
  if (one.response.status >= 400 || two.response.status >= 400)
    return unreached(`the service responded ${Math.max(one.response.status, two.response.status)}`);
  if (isOfExisting(operation, two)) return unreached(old);
  const [left, right] = [readAt(one.response.body, path), readAt(two.response.body, path)];
  if (left === undefined || right === undefined)
    return field.assigned?.by === 'format'
      ? violated(`\`${field.name}\` is given by the service`, 'no such member', two)
      : unreached('the responses do not show it');
  const { assigned: of } = field;
  if (of?.by === 'format')
    return left === right
      ? violated(`each record has another \`${field.name}\``, `${JSON.stringify(right)} twice`, two)
      : proven;
  if (of?.by === 'sequence' && of.within.length === 0) {
    return Number(right) > Number(left)
      ? proven
      : violated(`\`${field.name}\` ascends`, `${JSON.stringify(right)} after ${JSON.stringify(left)}`, two);
  }
  if (of?.by === 'clock') {
    const [before, after] = [toMoment(left), toMoment(right)];
    if (Number.isNaN(before) || Number.isNaN(after)) return unreached('it is not a moment');
    // Clocks of two instances may differ a little.
    const isNow = typeof right !== 'string' || Math.abs(after - prover.ground.transport.now()) < 86_400_000;
    return after >= before - 5_000 && isNow
      ? proven
      : violated(
          `\`${field.name}\` is the time of the create`,
          `${JSON.stringify(right)} after ${JSON.stringify(left)}`,
          two,
        );
  }
  return left === right || of?.by !== 'caller' ? proven : unreached('the requests may have different callers');
}

function toMoment(value: unknown): number {
  return typeof value === 'number' ? value * 1000 : Date.parse(String(value));
}
