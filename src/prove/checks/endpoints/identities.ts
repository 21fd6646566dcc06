import type { Check } from '../../check.ts';
import { expectRejection } from '../../rejections.ts';
import { createUnknownIdentity } from '../../values/identities.ts';

/** A path with an identity that no record has is not found. */
export const identities: Check = {
  part: 'endpoints',
  name: 'identities',
  says: 'The path of each operation on a record names one that does not exist.',
  cases: (prover) =>
    prover.operations.flatMap((operation) => {
      const resource = prover.resource(operation.resource);
      const own = operation.segments.filter(
        (segment) => segment.kind === 'placeholder' && segment.of === 'own' && segment.field === resource?.identity,
      );
      const [segment] = own;
      const isPut = operation.kind === 'create' || operation.creation !== undefined || operation.kind === 'handler';
      if (resource === undefined || segment?.kind !== 'placeholder' || isPut) return [];
      return [
        {
          line: operation.line,
          about: `${operation.name} of an unknown ${resource.name}`,
          run: () =>
            expectRejection(prover, operation, {
              conditions: ['not found'],
              words: `of a ${resource.name} that does not exist`,
              pieces: ({ record }) => {
                const unknown = createUnknownIdentity(prover.plan, resource, record?.[resource.identity]);
                return unknown === undefined ? undefined : { values: { [segment.name]: String(unknown) } };
              },
            }),
        },
      ];
    }),
};
