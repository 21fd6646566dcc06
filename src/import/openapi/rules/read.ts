import type { OperationRule } from './contract.ts';
import { hasOptionalParameters, loseParameters } from './sent.ts';
import { listEnvelopes, writeOne } from './shown.ts';

/** A GET of the path of one record that shows it. */
export const read: OperationRule = {
  verb: 'read',
  match(candidate) {
    const operation = candidate.item.find(({ method }) => method === 'GET');
    if (operation === undefined || !hasOptionalParameters(operation) || operation.body !== undefined) return undefined;
    const response = writeOne(candidate, operation, []);
    if (response === undefined) return undefined;
    return {
      verb: 'read',
      operation,
      request: { text: '', says: [] },
      response,
      takes: [],
      requires: new Map(),
      fieldSays: new Map(),
      parameters: [],
      consumed: listEnvelopes(candidate, operation),
      because: `GET ${operation.path} shows the ${candidate.name} that its path names`,
      lose: (losses) => loseParameters(losses, operation.parameters),
    };
  },
};
