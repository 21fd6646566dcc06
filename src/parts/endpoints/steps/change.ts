import type { StepDefinition } from '../../../contracts/definition.ts';
import { createsByPut, type StoresOneKind, storesOne } from '../../../plan/kinds.ts';
import { createChange } from '../serve/change.ts';

/** Makes the record as it would be: of what was sent, of what the path fixes, of what it was before. */
export const change: StepDefinition = {
  plan({ operation }) {
    if (!storesOne(operation)) return [];
    const { kind, line } = operation;
    const taken = createsByPut(operation) ? [{ condition: 'not unique' }] : [];
    const wrong = kind === 'transition' ? [] : [{ condition: 'invalid input' }];
    return [{ words: does[kind], refusals: [...wrong, ...taken], line }];
  },
  create: createChange,
};

const does: Readonly<Record<StoresOneKind, string>> = {
  create: 'build the record from the request and the path',
  update: 'apply the merge patch to the record',
  replace: 'replace all fields that clients may change',
  transition: 'prepare the record for the transition',
};
