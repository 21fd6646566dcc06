import type { StepDefinition } from '../../../contracts/definition.ts';
import { type StoresOneKind, storesOne } from '../../../plan/kinds.ts';
import { createChange } from '../serve/change.ts';

/** Makes the record as it would be: of what was sent, of what the path fixes, of what it was before. */
export const change: StepDefinition = {
  plan({ operation }) {
    if (!storesOne(operation)) return [];
    const { kind, method, line } = operation;
    const taken = kind === 'create' && method === 'PUT' ? [{ condition: 'not unique' }] : [];
    const wrong = kind === 'transition' ? [] : [{ condition: 'invalid input' }];
    return [{ words: does[kind], refusals: [...wrong, ...taken], line }];
  },
  create: createChange,
};

const does: Readonly<Record<StoresOneKind, string>> = {
  create: 'makes the record of what was sent and what the path fixes',
  update: 'lays the merge patch over the record',
  replace: 'puts what was sent in the place of all that may be changed',
  transition: 'makes ready what the transition may change',
};
