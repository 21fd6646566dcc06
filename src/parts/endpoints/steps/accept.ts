import type { StepDefinition } from '../../../contracts/definition.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { Step } from '../../../contracts/step.ts';
import { getReturnedContent } from '../../../plan/files/file-bodies.ts';
import { choose, listResponseMediaTypes, streamType } from '../serve/accept.ts';

/** Chooses the answer's media type by what the client accepts (RFC 9110, section 12.5.1); an answer without a body suits every client. */
export const accept: StepDefinition = {
  plan({ operation: { kind, responses, line } }) {
    // A file has one type; a client that accepts others may still save it (RFC 9110, section 15.5.7).
    if (getReturnedContent({ responses }) !== undefined) return [];
    if (kind !== 'stream events' && responses.every(({ shape }) => shape === undefined)) return [];
    return [
      {
        words: 'check that the client accepts the response media type',
        refusals: [{ condition: 'not acceptable' }],
        sends: [{ name: 'Vary', on: ['not acceptable'] }],
        line,
      },
    ];
  },
  create: createChoice,
};

/** The most Accept values whose outcome is remembered. */
const most = 256;

function createChoice(op: OperationContext): Step {
  const types = op.operation.kind === 'stream events' ? [streamType] : listResponseMediaTypes(op);
  const refusal: Refusal = { condition: 'not acceptable', headers: { Vary: 'Accept' } };
  const known = new Map<string, string | null>();
  return (ctx) => {
    const accept = ctx.incoming.header('accept');
    if (accept === undefined || accept === '*/*') return undefined;
    let chosen = known.get(accept);
    if (chosen === undefined) {
      chosen = choose(accept, types);
      if (known.size >= most) known.clear();
      known.set(accept, chosen);
    }
    if (chosen === null) return refusal;
    ctx.mediaType = chosen;
    return undefined;
  };
}
