import type { OperationRule } from './contract.ts';
import { hasOptionalParameters, loseParameters } from './sent.ts';
import { listEnvelopes, writeOne } from './shown.ts';

/** A DELETE of the path of one record, which shows nothing or the record. */
export const remove: OperationRule = {
  verb: 'delete',
  match(candidate) {
    const operation = candidate.item.find(({ method }) => method === 'DELETE');
    if (operation === undefined || !hasOptionalParameters(operation) || operation.body !== undefined) return undefined;
    const response = writeOne(candidate, operation, ['204', '200', '202']);
    if (response === undefined) return undefined;
    return {
      verb: 'delete',
      operation,
      request: { text: '', says: [] },
      response,
      takes: [],
      requires: new Map(),
      fieldSays: new Map(),
      parameters: [],
      consumed: listEnvelopes(candidate, operation),
      because: `DELETE ${operation.path} takes nothing but the path of the ${candidate.name}`,
      lose: (losses) => loseParameters(losses, operation.parameters),
    };
  },
};
