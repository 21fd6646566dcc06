import type { StepDefinition } from '../../../contracts/definition.ts';
import { createIdempotencyStep, listIdempotencyLines, listUploadLines } from '../serve/idempotency.ts';

/** Takes the idempotency key from its header, and notes what the request is before anything of it is changed. */
export const idempotency: StepDefinition = {
  plan({ operation }) {
    const { header, required } = operation.idempotency ?? {};
    const words = required
      ? `require the idempotency key in ${header}`
      : `read the idempotency key from ${header}, if present`;
    const missing = required === true ? ['idempotency key missing'] : [];
    return [
      ...listIdempotencyLines(operation, words, ...missing, 'malformed request'),
      ...listUploadLines(operation, 'take the address of a resumable upload as its idempotency key'),
    ];
  },
  create: createIdempotencyStep,
};
