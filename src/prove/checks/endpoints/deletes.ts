import { prepareTrial } from '../../../describe/examples/refusals.ts';
import type { Check } from '../../check.ts';
import { proven, unreached, violated } from '../../ledger/verdict.ts';

/** A deleted record is not found any more. */
export const deletes: Check = {
  part: 'endpoints',
  name: 'deletes',
  says: 'A record is deleted, then read.',
  cases: (prover) =>
    prover.operations.flatMap((operation) => {
      const resource = prover.resource(operation.resource);
      if (operation.kind !== 'delete' || resource === undefined) return [];
      return [
        {
          line: operation.line,
          about: `${operation.name}, then a read`,
          async run() {
            const done = await prover.sample(operation);
            if (typeof done === 'string') return unreached(done);
            const trial = await prepareTrial(prover.ground.stage, operation, done);
            if (trial.record === undefined) return unreached('no record to delete');
            const one = await prover.send(trial);
            if (one.response.status >= 400) return unreached(`the service responded ${one.response.status}`);
            const read = await prover.read(resource, trial.record);
            if (read === undefined) return unreached(`no operation reads a ${resource.name}`);
            const { status } = read.response;
            if (status >= 400) return proven;
            return violated(`a deleted ${resource.name} is not found`, String(status), read);
          },
        },
      ];
    }),
};
