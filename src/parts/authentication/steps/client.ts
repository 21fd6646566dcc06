import type { Client } from '../../../contracts/credentials.ts';
import type { StepDefinition } from '../../../contracts/definition.ts';
import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { MaybePromise } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import { type Scheme, selectSchemes } from '../schemes/index.ts';
import { issuesToClients } from '../serve/metadata.ts';
import { createTokenRefusal } from '../serve/token-answers.ts';
import {
  type Claimed,
  parseTokenForm,
  readClientCredentials,
  type TokenRequest,
  tokenRequests,
} from '../serve/token-form.ts';
import { listGrantLines } from '../serve/words.ts';
import { createScope } from './scope.ts';

/**
 * Knows the client of a token request by its id and secret, by those and nothing else. The answer to one that is not known is
 * the same, and costs the same, whether there is no such client or its secret is another.
 */
export const client: StepDefinition = {
  plan: ({ plan, operation: { access, line } }) => [
    {
      words: 'authenticate the client by its ID and secret, with HTTP Basic or in the form (RFC 6749, section 2.3.1)',
      line,
    },
    ...listGrantLines(access, plan.authentication.schemes[0]),
  ],
  create: createCheck,
};

function createCheck(op: OperationContext): Step {
  const { operation, plan, keys, platform } = op;
  const namesOf = (is: (kind: Scheme) => boolean) => selectSchemes(plan.authentication, is).map(({ name }) => name);
  const giving = namesOf(issuesToClients);
  const others = namesOf(({ form }) => form === 'id and secret');
  const refused = (...of: [error: Parameters<typeof createTokenRefusal>[1], says: string]) =>
    createTokenRefusal(plan.name, ...of);
  const unknown = refused('invalid_client', 'a valid client ID and secret are required');
  const twice = refused('invalid_request', 'the request must use only one client authentication method');
  const notForIt = refused('unauthorized_client', 'the client is not allowed to use this operation');
  const asked = listGrantLines(operation.access, plan.authentication.schemes[0]).length > 0;
  const may = asked ? createScope(op) : undefined;

  const admit = (ctx: RequestContext, asking: TokenRequest): MaybePromise<Refusal | undefined> => {
    ctx.caller = asking.client.caller;
    tokenRequests.set(ctx, asking);
    const outcome = may?.(ctx);
    return then(outcome, (refusal) => refusal && notForIt);
  };

  const look = (
    ctx: RequestContext,
    { id, secret }: Claimed,
    form: TokenRequest['form'],
    at: number,
  ): MaybePromise<Refusal | undefined> => {
    const scheme = giving[at] ?? others[at - giving.length];
    if (scheme === undefined) return unknown;
    const settle = (client: Client | undefined): MaybePromise<Refusal | undefined> => {
      if (client === undefined) return look(ctx, { id, secret }, form, at + 1);
      return at < giving.length ? admit(ctx, { client, scheme, form }) : notForIt;
    };
    const client = keys.client(scheme, id, secret, platform.now());
    return then(client, settle);
  };

  return (ctx) => {
    const form = parseTokenForm(ctx);
    if (typeof form === 'string') return refused('invalid_request', form);
    const claimed = readClientCredentials(ctx, form);
    if (claimed === 'both') return twice;
    return claimed === 'none' ? unknown : look(ctx, claimed, form, 0);
  };
}
