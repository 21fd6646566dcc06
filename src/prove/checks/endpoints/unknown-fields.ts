import type { Check } from '../../check.ts';
import { expectRejection } from '../../rejections.ts';
import { findFactLine } from '../../values/lines.ts';

/** A field that the page does not state is rejected, where the page says so. */
export const unknownFields: Check = {
  part: 'endpoints',
  name: 'unknown-fields',
  says: 'A request has a field, and a parameter, that the page does not state.',
  cases: (prover) => {
    const line = findFactLine(prover.plan, 'Unknown fields');
    if (prover.plan.unknownFields !== 'refused') return [];
    return prover.operations.flatMap((operation) => {
      if (operation.kind === 'handler') return [];
      const body =
        operation.input?.kind !== 'object' || operation.kind === 'delete'
          ? []
          : [
              {
                line: line ?? operation.line,
                about: `${operation.name} with an unknown field`,
                run: () =>
                  expectRejection(prover, operation, {
                    conditions: ['invalid input'],
                    words: 'with the unknown field `unexpected`',
                    pieces: ({ pieces }) => ({ body: { ...(pieces.body as object | undefined), unexpected: true } }),
                  }),
              },
            ];
      const query =
        operation.method !== 'GET'
          ? []
          : [
              {
                line: line ?? operation.line,
                about: `${operation.name} with an unknown parameter`,
                run: () =>
                  expectRejection(prover, operation, {
                    conditions: ['invalid input'],
                    words: 'with the unknown parameter `unexpected`',
                    pieces: ({ pieces }) => ({ query: [...(pieces.query ?? []), ['unexpected', 'true'] as const] }),
                  }),
              },
            ];
      return [...body, ...query];
    });
  },
};
