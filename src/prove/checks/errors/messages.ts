import type { PlayedRequest } from '../../../describe/examples/world.ts';
import type { Case, Check } from '../../check.ts';
import { expectRejection, findExpected } from '../../rejections.ts';

/** Bodies that cannot be read, of another media type, and clients that take no JSON. */
export const messages: Check = {
  part: 'errors',
  name: 'messages',
  says: 'A body is not valid JSON, or has another media type; a client accepts no JSON.',
  cases: (prover) =>
    prover.operations.flatMap((operation): readonly Case[] => {
      const rowOf = (condition: string): number | undefined =>
        findExpected(prover.plan, operation, [condition]).codes[0]?.line;
      const [malformed, unsupported, unacceptable] = [
        rowOf('malformed request'),
        rowOf('unsupported media type'),
        rowOf('not acceptable'),
      ];
      const hasBody =
        operation.input?.kind === 'object' &&
        operation.kind !== 'delete' &&
        operation.input.members.some(({ required }) => required);
      return [
        ...(malformed === undefined || !hasBody
          ? []
          : [
              {
                line: malformed,
                about: `${operation.name} with half a body`,
                run: () =>
                  expectRejection(prover, operation, {
                    conditions: ['malformed request'],
                    words: 'with a body that is not valid JSON',
                    change: cutBody,
                  }),
              },
            ]),
        ...(unsupported === undefined || !hasBody
          ? []
          : [
              {
                line: unsupported,
                about: `${operation.name} with a body of text/csv`,
                run: () =>
                  expectRejection(prover, operation, {
                    conditions: ['unsupported media type'],
                    words: 'with a body of text/csv',
                    change: (request) => ({
                      ...request,
                      text: 'a,b\n1,2\n',
                      headers: { ...request.headers, 'content-type': 'text/csv' },
                    }),
                  }),
              },
            ]),
        ...(unacceptable === undefined || operation.responses.every(({ shape }) => shape === undefined)
          ? []
          : [
              {
                line: unacceptable,
                about: `${operation.name} for a client that accepts application/xml`,
                run: () =>
                  expectRejection(prover, operation, {
                    conditions: ['not acceptable'],
                    words: 'for a client that accepts application/xml alone',
                    change: (request) => ({ ...request, headers: { ...request.headers, accept: 'application/xml' } }),
                  }),
              },
            ]),
      ];
    }),
};

function cutBody({ body, text = JSON.stringify(body), ...request }: PlayedRequest): PlayedRequest {
  return { ...request, text: text.slice(0, Math.ceil(text.length / 2)) };
}
