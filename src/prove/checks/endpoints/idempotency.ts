import type { OperationPlan } from '../../../plan/operation.ts';
import type { Json } from '../../../plan/schema.ts';
import type { Case, Check } from '../../check.ts';
import { type Outcome, proven, unreached, violated } from '../../ledger/verdict.ts';
import type { Prover } from '../../prover.ts';
import { expectRejection, judgeRejection } from '../../rejections.ts';
import { readAt } from '../../values/places.ts';
import { findShownPath } from '../../values/shown.ts';

/** A request that is sent again with its idempotency key is done once. */
export const idempotency: Check = {
  part: 'endpoints',
  name: 'idempotency',
  says: 'A request is sent twice with one idempotency key, then once more with another body, and without a key where one is required.',
  cases: (prover) =>
    prover.operations.flatMap((operation): readonly Case[] => {
      const { idempotency: key } = operation;
      if (key === undefined || operation.kind === 'handler') return [];
      const { line, header } = key;
      return [
        { line, about: `${operation.name} twice with one key`, run: () => repeat(prover, operation, header) },
        { line, about: `${operation.name} with the key of another body`, run: () => reuse(prover, operation, header) },
        ...(operation.kind === 'create'
          ? [
              {
                line,
                about: `${operation.name} with the key of another caller`,
                run: () => repeatAway(prover, operation, header),
              },
            ]
          : []),
        ...(key.required
          ? [
              {
                line,
                about: `${operation.name} without a key`,
                run: () =>
                  expectRejection(prover, operation, {
                    conditions: ['idempotency key missing'],
                    words: `without ${header}`,
                    change: ({ headers, ...request }) => ({
                      ...request,
                      headers: Object.fromEntries(
                        Object.entries(headers).filter(([name]) => name !== header.toLowerCase()),
                      ),
                    }),
                  }),
              },
            ]
          : []),
      ];
    }),
};

async function repeat(prover: Prover, operation: OperationPlan, header: string): Promise<Outcome> {
  const trial = await prover.prepare(operation);
  if (typeof trial === 'string') return unreached(trial);
  const headers = { ...trial.pieces.headers, [header.toLowerCase()]: crypto.randomUUID() };
  const one = await prover.send(trial, { headers });
  if (one.response.status >= 400) return unreached(`the service responded ${one.response.status}`);
  const two = await prover.send(trial, { headers });
  const { status } = two.response;
  const words = `\`${operation.name}\` again with the same ${header} and body has the same response`;
  if (status === 429 || status === 503) return unreached(`the service responded ${status}`);
  if (status !== one.response.status) return violated(words, `${status} after ${one.response.status}`, two);
  const resource = prover.resource(operation.resource);
  const path = resource && findShownPath(operation.responses[0]?.shape, resource.identity);
  const [first, second] = path === undefined ? [] : [readAt(one.response.body, path), readAt(two.response.body, path)];
  return first === second
    ? proven
    : violated(words, `another record: ${JSON.stringify(second)} after ${JSON.stringify(first)}`, two);
}

async function reuse(prover: Prover, operation: OperationPlan, header: string): Promise<Outcome> {
  const trial = await prover.prepare(operation);
  if (typeof trial === 'string') return unreached(trial);
  const { body } = trial.pieces;
  const other = await prover.prepare(operation);
  if (typeof other === 'string') return unreached(other);
  const changed = findOther(body, other.pieces.body);
  if (changed === undefined) return unreached('the operation takes no other body');
  const headers = { ...trial.pieces.headers, [header.toLowerCase()]: crypto.randomUUID() };
  const one = await prover.send(trial, { headers });
  if (one.response.status >= 400) return unreached(`the service responded ${one.response.status}`);
  const two = await prover.send(trial, { headers, body: changed });
  return judgeRejection(prover, operation, two, {
    conditions: ['idempotency key reused'],
    words: `with the ${header} of a request with another body`,
  });
}

/** A key belongs to its caller: the same one of a caller of another tenant is another request. */
async function repeatAway(prover: Prover, operation: OperationPlan, header: string): Promise<Outcome> {
  const trial = await prover.prepare(operation);
  if (typeof trial === 'string') return unreached(trial);
  const other = await prover.away?.prepare(operation);
  if (other === undefined || typeof other === 'string' || other.pieces.held === undefined)
    return unreached('no caller of another tenant: state one with --as');
  if (other.pieces.held.text === trial.pieces.held?.text) return unreached('both would be one caller');
  const resource = prover.resource(operation.resource);
  const path = resource && findShownPath(operation.responses[0]?.shape, resource.identity);
  const key = { [header.toLowerCase()]: crypto.randomUUID() };
  const one = await prover.send(trial, { headers: { ...trial.pieces.headers, ...key } });
  if (one.response.status >= 400 || path === undefined)
    return unreached(`the service responded ${one.response.status}`);
  const two = await prover.away!.send(other, { headers: { ...other.pieces.headers, ...key } });
  if (two.response.status >= 400) return unreached(`the service responded ${two.response.status}`);
  const [first, second] = [readAt(one.response.body, path), readAt(two.response.body, path)];
  return first === undefined || first !== second
    ? proven
    : violated(
        `\`${operation.name}\` with the ${header} of another caller creates a record of its own`,
        `the record of the other caller, ${JSON.stringify(second)}`,
        two,
      );
}

/** Another body that the operation takes; undefined: both are the same. */
function findOther(body: unknown, other: unknown): Json | undefined {
  if (JSON.stringify(body) !== JSON.stringify(other)) return other as Json;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const number = Object.entries(body).find(([, value]) => typeof value === 'number' && value > 1);
  return number === undefined ? undefined : ({ ...body, [number[0]]: (number[1] as number) - 1 } as Json);
}
