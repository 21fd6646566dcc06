import type { Api, ApiParameter } from '../api.ts';
import type { Draft, ParameterRule } from './contract.ts';
import { idempotency } from './idempotency.ts';
import { placement } from './placement.ts';
import { preconditions } from './preconditions.ts';

const rules: readonly ParameterRule[] = [idempotency, preconditions, placement];

/** A description without the parameters that rules have taken. */
export interface Sorted {
  readonly api: Api;
  /** States what was taken. */
  write(draft: Draft): void;
}

/** Takes parameters out of the operations that other parts of the page state. */
export function sortParameters(api: Api): Sorted {
  const found = rules.map((rule) => ({ rule, taken: rule.find(api) }));
  const gone = new Set<ApiParameter>(found.flatMap(({ taken }) => taken.map(({ parameter }) => parameter)));
  const operations = api.operations.map((operation) => ({
    ...operation,
    parameters: operation.parameters.filter((parameter) => !gone.has(parameter)),
  }));
  return {
    api: { ...api, operations },
    write(draft) {
      const names = new Map(draft.operations.map(({ operation, name }) => [operation.tree, name]));
      for (const { rule, taken } of found) {
        const named = taken.flatMap((one) => {
          const name = names.get(one.operation.tree);
          return name === undefined ? [] : [{ ...one, name }];
        });
        if (named.length > 0) rule.write(named, draft);
      }
    },
  };
}
