import type { OperationPlan } from '../../../plan/operation.ts';
import type { ResourcePlan, UniquePlan } from '../../../plan/resource.ts';
import type { Json } from '../../../plan/schema.ts';
import type { Check } from '../../check.ts';
import { type Outcome, unreached } from '../../ledger/verdict.ts';
import type { Prover } from '../../prover.ts';
import { expectRejection } from '../../rejections.ts';
import { listPlaces, putAt, readAt } from '../../values/places.ts';

/** A second record with the same unique values is rejected. */
export const unique: Check = {
  part: 'resources',
  name: 'unique',
  says: 'A create sends the unique values of another record.',
  cases: (prover) =>
    prover.operations.flatMap((operation) => {
      const resource = prover.resource(operation.resource);
      if (
        operation.kind !== 'create' ||
        operation.method === 'PUT' ||
        resource === undefined ||
        operation.existing !== undefined
      )
        return [];
      return resource.uniques
        .filter(({ safe, where, counted }) => !safe && where === undefined && counted !== true)
        .filter(({ fields }) =>
          fields.some((name) => listPlaces(prover.plan, operation).some(({ field }) => field?.name === name)),
        )
        .map((constraint) => ({
          line: constraint.line,
          about: `${operation.name} with ${constraint.fields.join(', ')} of another`,
          run: () => repeat(prover, operation, resource, constraint),
        }));
    }),
};

async function repeat(
  prover: Prover,
  operation: OperationPlan,
  resource: ResourcePlan,
  { fields, words }: UniquePlan,
): Promise<Outcome> {
  const places = listPlaces(prover.plan, operation).filter(
    ({ field }) => field !== undefined && fields.includes(field.name),
  );
  // A value that neither the body nor the caller gives may differ from record to record.
  const isGiven = fields.every(
    (name) => places.some(({ field }) => field?.name === name) || isOfCaller(operation, resource, name),
  );
  if (!isGiven) return unreached('the service gives some of the values');
  const first = await prover.prepare(operation);
  if (typeof first === 'string') return unreached(first);
  const sent = places.map(({ path }) => ({ path, value: readAt(first.pieces.body, path) }));
  if (sent.some(({ value }) => value === undefined || value === null))
    return unreached('the request that succeeds does not send all of the values');
  const made = await prover.send(first);
  if (made.response.status >= 400) return unreached(`the service responded ${made.response.status}`);
  return expectRejection(prover, operation, {
    conditions: ['not unique'],
    words: `with the ${fields.join(', ')} of another record (${words})`,
    pieces: ({ pieces }) => {
      const body = sent.reduce<Json | undefined>((at, { path, value }) => putAt(at, path, value), pieces.body as Json);
      return body === undefined
        ? undefined
        : { body, ...(first.pieces.held === undefined ? {} : { held: first.pieces.held }) };
    },
  });
}

/** Whether all records of a caller have the same value: one of its attributes, or of the path. */
function isOfCaller(operation: OperationPlan, resource: ResourcePlan, name: string): boolean {
  const { assigned } = resource.fields.find((field) => field.name === name) ?? {};

  return assigned?.by === 'caller' && operation.access.grants.every(({ kind }) => kind !== 'public');
}
