import type { OperationPlan } from '../../../plan/operation.ts';
import type { Case, Check } from '../../check.ts';
import { type Outcome, proven, unreached, violated } from '../../ledger/verdict.ts';
import type { Prover } from '../../prover.ts';
import { expectRejection, judgeRejection } from '../../rejections.ts';

/** A change with the tag of an older state of the record is rejected. */
export const preconditions: Check = {
  part: 'endpoints',
  name: 'preconditions',
  says: 'A change is sent with the tag of the record, with one that it no longer has, and without one where it is required.',
  cases: (prover) =>
    prover.operations.flatMap((operation): readonly Case[] =>
      operation.preconditions.flatMap(({ header, required, line }): readonly Case[] => {
        if (header !== 'If-Match' || operation.kind === 'create') return [];
        return [
          { line, about: `${operation.name} with the present tag`, run: () => match(prover, operation) },
          { line, about: `${operation.name} with an old tag`, run: () => matchOld(prover, operation) },
          ...(required
            ? [
                {
                  line,
                  about: `${operation.name} without ${header}`,
                  run: () =>
                    expectRejection(prover, operation, {
                      conditions: ['precondition required'],
                      words: `without ${header}`,
                      change: ({ headers, ...request }) => ({
                        ...request,
                        headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'if-match')),
                      }),
                    }),
                },
              ]
            : []),
        ];
      }),
    ),
};

async function match(prover: Prover, operation: OperationPlan): Promise<Outcome> {
  const trial = await prover.prepare(operation);
  const resource = prover.resource(operation.resource);
  if (typeof trial === 'string' || resource === undefined || trial.record === undefined)
    return unreached(typeof trial === 'string' ? trial : 'the path names no record');
  const read = await prover.read(resource, trial.record);
  const tag = read?.response.headers.etag;
  if (read === undefined || read.response.status >= 400) return unreached(`no operation reads a ${resource.name}`);
  if (tag === undefined)
    return violated(
      `the response of \`${read.operation}\` has the header ETag: \`${operation.name}\` takes If-Match`,
      'no ETag',
      read,
    );
  const one = await prover.send(trial, { headers: { ...trial.pieces.headers, 'if-match': tag } });
  const { status } = one.response;
  if (status < 400) return proven;
  return status === 412
    ? violated(`\`${operation.name}\` with the present tag as If-Match is accepted`, '412', one)
    : unreached(`the service responded ${status}`);
}

async function matchOld(prover: Prover, operation: OperationPlan): Promise<Outcome> {
  const trial = await prover.prepare(operation);
  if (typeof trial === 'string') return unreached(trial);
  const one = await prover.send(trial, { headers: { ...trial.pieces.headers, 'if-match': '"no-such-tag-7q3v"' } });
  return judgeRejection(prover, operation, one, {
    conditions: ['precondition failed'],
    words: 'with an If-Match that the record does not have',
  });
}
