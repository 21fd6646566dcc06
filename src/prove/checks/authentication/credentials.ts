import type { Held } from '../../../describe/examples/stage.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { Check } from '../../check.ts';
import type { Prover } from '../../prover.ts';
import { expectRejection } from '../../rejections.ts';

/** A request without a credential, or with one that is broken, is rejected. */
export const credentials: Check = {
  part: 'authentication',
  name: 'credentials',
  says: 'Each operation that is not public is called without a credential, and with credentials that are broken in several ways.',
  cases: (prover) =>
    prover.operations.flatMap((operation) => {
      if (isPublic(operation)) return [];
      const lines = operation.access.grants.map(({ line }) => line);
      const schemes = prover.plan.authentication.schemes.filter(({ disabled }) => disabled !== true);
      const line = lines[0] ?? schemes[0]?.line ?? operation.line;
      return [
        { line, about: `${operation.name} without a credential`, run: () => leaveOut(prover, operation) },
        ...schemes.flatMap((scheme) =>
          breaks.map(({ words, change }) => ({
            line: scheme.line,
            about: `${operation.name} ${words}`,
            run: () =>
              expectRejection(prover, operation, {
                conditions: ['invalid credential', 'no credential'],
                words,
                pieces: ({ pieces: { held } }) =>
                  held === undefined || held.scheme !== scheme ? undefined : { held: { ...held, text: change(held) } },
              }),
          })),
        ),
      ];
    }),
};

const breaks: readonly { readonly words: string; readonly change: (held: Held) => string }[] = [
  {
    words: 'with a credential that ends otherwise',
    change: ({ text }) => `${text.slice(0, -6)}${text.endsWith('AAAAAA') ? 'BBBBBB' : 'AAAAAA'}`,
  },
  { words: 'with a credential that is cut short', change: ({ text }) => text.slice(0, Math.ceil(text.length / 2)) },
  { words: 'with a made-up credential', change: () => 'made-up-credential' },
];

/** Whether requests without a credential may call an operation. */
export function isPublic({ access, signed }: OperationPlan): boolean {
  return access.open || signed !== undefined || access.grants.some(({ kind }) => kind === 'public');
}

function leaveOut(prover: Prover, operation: OperationPlan) {
  return expectRejection(prover, operation, {
    conditions: ['no credential', 'invalid credential'],
    words: 'without a credential',
    pieces: () => ({ held: undefined }),
  });
}
