import type { OperationRule } from './contract.ts';
import { hasOptionalParameters, loseParameters, readSent } from './sent.ts';
import { listEnvelopes, writeOne } from './shown.ts';

function createRule(verb: 'update' | 'replace', method: 'PATCH' | 'PUT'): OperationRule {
  return {
    verb,
    match(candidate) {
      const operation = candidate.item.find((one) => one.method === method);
      if (operation === undefined || !hasOptionalParameters(operation)) return undefined;
      const response = writeOne(candidate, operation, ['204', '200']);
      const sent = readSent(candidate, operation, verb === 'replace');
      if (response === undefined || sent === undefined) return undefined;
      return {
        verb,
        operation,
        request: sent.shape,
        response,
        takes: sent.takes,
        requires: sent.requires,
        fieldSays: sent.fieldSays,
        parameters: [],
        consumed: [sent.body, ...listEnvelopes(candidate, operation)],
        because: `${method} ${operation.path} takes fields of the ${candidate.name} that its path names`,
        lose(losses) {
          sent.lose(losses);
          loseParameters(losses, operation.parameters);
        },
      };
    },
  };
}

/** A PATCH of the path of one record with fields of it. */
export const update = createRule('update', 'PATCH');

/** A PUT to the path of one record with fields of it. */
export const replace = createRule('replace', 'PUT');
