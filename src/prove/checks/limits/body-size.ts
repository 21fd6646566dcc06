import type { OperationPlan } from '../../../plan/operation.ts';
import type { Check } from '../../check.ts';
import { type Outcome, unreached } from '../../ledger/verdict.ts';
import type { Prover } from '../../prover.ts';
import { judgeRejection } from '../../rejections.ts';

/** Larger bodies are not sent. */
const mostBytes = 1024 * 1024;

/** A body that is larger than its limit is rejected. */
export const bodySize: Check = {
  part: 'limits',
  name: 'body-size',
  says: 'A body has more bytes than its limit.',
  cases: (prover) =>
    prover.operations.flatMap((operation) => {
      const { bodySize: limit } = operation;
      if (limit === undefined || limit.bytes > mostBytes || operation.input?.kind !== 'object') return [];
      return [
        {
          line: limit.line,
          about: `${operation.name} with more than ${limit.bytes} bytes`,
          run: () => exceed(prover, operation, limit),
        },
      ];
    }),
};

async function exceed(
  prover: Prover,
  operation: OperationPlan,
  { bytes, code }: { readonly bytes: number; readonly code?: string },
): Promise<Outcome> {
  const trial = await prover.prepare(operation);
  if (typeof trial === 'string') return unreached(trial);
  // Spaces between the members change the size of a body, and nothing else.
  const one = await prover.send(trial, {}, ({ body, text = JSON.stringify(body ?? {}), ...request }) => ({
    ...request,
    text: text.replace(/^\{/, `{${' '.repeat(bytes)}`),
  }));
  return judgeRejection(prover, operation, one, {
    conditions: ['too large'],
    named: code,
    words: `with a body of more than ${bytes} bytes`,
  });
}
