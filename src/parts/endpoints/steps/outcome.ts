import type { StepDefinition } from '../../../contracts/definition.ts';
import { createStoreResponseStep, listIdempotencyLines, listUploadLines } from '../serve/idempotency.ts';

/** Keeps the answer for the request's key, in the transaction of what it did. */
export const outcome: StepDefinition = {
  plan: ({ operation }) => [
    ...listIdempotencyLines(operation, 'store the response for the idempotency key'),
    ...listUploadLines(operation, 'store the response of a resumable upload until its time is over'),
  ],
  create: createStoreResponseStep,
};
