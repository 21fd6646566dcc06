import type { OperationRule } from './contract.ts';
import { hasOptionalParameters, loseParameters, readSent } from './sent.ts';
import { listEnvelopes, writeOne } from './shown.ts';

/** A POST to the path of the records, whose body has fields of the record and whose response shows it. */
export const create: OperationRule = {
  verb: 'create',
  match(candidate) {
    const operation = candidate.collection.find(({ method }) => method === 'POST');
    if (operation === undefined || !hasOptionalParameters(operation)) return undefined;
    const response = writeOne(candidate, operation, ['201', '204']);
    const sent = readSent(candidate, operation, true);
    if (response === undefined || sent === undefined) return undefined;
    return {
      verb: 'create',
      operation,
      request: sent.shape,
      response,
      takes: sent.takes,
      requires: sent.requires,
      fieldSays: sent.fieldSays,
      parameters: [],
      consumed: [sent.body, ...listEnvelopes(candidate, operation)],
      because: `POST ${operation.path} takes fields of ${candidate.name} and shows the new one`,
      lose(losses) {
        sent.lose(losses);
        loseParameters(losses, operation.parameters);
      },
    };
  },
};
