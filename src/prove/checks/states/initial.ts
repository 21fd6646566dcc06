import { listInitialStates } from '../../../plan/records/initial-states.ts';
import type { Check } from '../../check.ts';
import { proven, unreached, violated } from '../../ledger/verdict.ts';
import { readAt } from '../../values/places.ts';
import { findShownPath } from '../../values/shown.ts';

/** A new record is in an initial state. */
export const initial: Check = {
  part: 'states',
  name: 'initial',
  says: 'A new record is in its initial state.',
  cases: (prover) =>
    prover.operations.flatMap((operation) => {
      const resource = prover.resource(operation.resource);
      if (operation.kind !== 'create' || resource === undefined) return [];
      return resource.machines.flatMap((machine) => {
        const { field } = machine;
        const states = listInitialStates(machine);
        if (field === undefined || states.length === 0) return [];
        const path = findShownPath(operation.responses[0]?.shape, field);
        return machine.states
          .filter(({ kind }) => kind === 'initial')
          .map(({ line }) => ({
            line,
            about: `the state of ${operation.name}`,
            async run() {
              if (path === undefined) return unreached('the response does not show the state');
              const trial = await prover.prepare(operation);
              if (typeof trial === 'string') return unreached(trial);
              const one = await prover.send(trial);
              if (one.response.status >= 400) return unreached(`the service responded ${one.response.status}`);
              const shown = readAt(one.response.body, path);
              return states.includes(String(shown))
                ? proven
                : violated(`a new ${resource.name} is ${states.join(' or ')}`, JSON.stringify(shown ?? null), one);
            },
          }));
      });
    }),
};
