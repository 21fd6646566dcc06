import type { StepDefinition } from '../../../contracts/definition.ts';
import { createReplayStep, listIdempotencyLines, listUploadLines } from '../serve/idempotency.ts';

/** Answers a request whose key has an outcome as it was answered before; another request, or other attributes, may not have it. */
export const replay: StepDefinition = {
  plan: ({ operation }) => [
    ...listIdempotencyLines(
      operation,
      'return the stored response of a repeated request',
      'idempotency key in progress',
      'idempotency key reused',
    ).map((line) => ({ ...line, sends: [{ name: 'Retry-After', on: ['idempotency key in progress'] }] })),
    ...listUploadLines(operation, 'return the stored response of a resumable upload that is complete'),
  ],
  create: createReplayStep,
};
