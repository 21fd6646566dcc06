import type { StepDefinition } from '../../../contracts/definition.ts';
import { createStoreResponseStep, listIdempotencyLines } from '../serve/idempotency.ts';

/** Keeps the answer for the request's key, in the transaction of what it did. */
export const outcome: StepDefinition = {
  plan: ({ operation }) => listIdempotencyLines(operation, 'store the response for the idempotency key'),
  create: createStoreResponseStep,
};
