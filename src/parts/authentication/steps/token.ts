import type { Rights } from '../../../contracts/caller.ts';
import type { Client, CreatedCredential } from '../../../contracts/credentials.ts';
import type { StepDefinition } from '../../../contracts/definition.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { MaybePromise } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import { timeout } from '../../limits/kinds/timeout.ts';
import { listLimitLines } from '../../limits/serve/lines.ts';
import { createTokenRefusal, createTokenResponse, tokenHeaders } from '../serve/token-answers.ts';
import { type TokenRequest, tokenRequests } from '../serve/token-form.ts';

/** Gives the client a token, or ends one of its tokens, as the standard of the operation says. */
export const token: StepDefinition = {
  plan(facts) {
    const { kind, line } = facts.operation;
    return [{ words: does[kind] ?? '', sends: tokenHeaders, line }, ...listLimitLines(facts, timeout)];
  },
  create: (op) => (op.operation.kind === 'issue token' ? createIssueStep(op) : createRevokeStep(op)),
};

const does: Readonly<Record<string, string>> = {
  'issue token': 'issue an access token with the requested scopes (RFC 6749, section 4.4)',
  'revoke token': 'revoke a token of the client (RFC 7009)',
};

/** A token for a client by its own credentials (RFC 6749, section 4.4). */
function createIssueStep(op: OperationContext): Step {
  const { plan, operation } = op;
  const status = operation.responses[0]?.status ?? 200;
  const refused = (...of: [error: Parameters<typeof createTokenRefusal>[1], says: string]) =>
    createTokenRefusal(plan.name, ...of);
  const noGrant = refused('invalid_request', 'the parameter grant_type is missing');
  const otherGrant = refused('unsupported_grant_type', 'the grant type must be client_credentials');
  const beyond = refused('invalid_scope', 'the client does not have all requested scopes');
  const ended = refused('invalid_client', 'a valid client ID and secret are required');
  return async (ctx) => {
    const asking = tokenRequests.get(ctx)!;
    const grant = asking.form.get('grant_type');
    if (grant === undefined) return noGrant;
    if (grant !== 'client_credentials') return otherGrant;
    let { client } = asking;
    let scopes: readonly string[] | undefined;
    let made: CreatedCredential | Rights | undefined;
    // Another instance may just have changed the rights of the client: then the token is made once more with those.
    for (;;) {
      scopes = selectTokenScopes(client, asking.form);
      if (scopes === undefined) return beyond;
      made = await make(op, asking.scheme, client, scopes);
      if (made === undefined) return ended;
      if ('text' in made) break;
      client = { ...client, ...made };
    }
    const { text, record } = made;
    // A signed token states whole seconds, counted from the one in which it was issued.
    const seconds = record.expiresAt && Math.ceil((record.expiresAt - record.createdAt) / 1000);
    ctx.response = createTokenResponse(status, {
      access_token: text,
      token_type: 'Bearer',
      ...(seconds === undefined ? {} : { expires_in: seconds }),
      ...(scopes.length === 0 ? {} : { scope: scopes.join(' ') }),
    });
    return undefined;
  };
}

/** Selects the scopes of the token: those that the client requests, by default all of its own; undefined if it requests more. */
function selectTokenScopes(client: Client, form: TokenRequest['form']): readonly string[] | undefined {
  const asked = form.get('scope');
  if (asked === undefined) return client.scopes;
  const names = new Set(asked.split(' ').filter((name) => name !== ''));
  const held = client.scopes.filter((name) => names.has(name));
  return held.length === names.size ? held : undefined;
}

/**
 * Creates a token as long as the secret holds by which it is asked for, with its rights; who ends or changes the client does so to the token.
 * Returns undefined if the client has just been ended, possibly by another instance; its rights if they have just been changed.
 */
function make(
  { keys, platform, store }: OperationContext,
  scheme: string,
  { id, caller, subject, scopes: all, attributes }: Client,
  scopes: readonly string[],
): Promise<CreatedCredential | Rights | undefined> {
  const now = platform.now();
  return store.write<CreatedCredential | Rights | undefined>(async (transaction) => {
    const held = await transaction.credentials.held(caller.credential, now);
    if (held === undefined) return { result: undefined, undo: true };
    if (JSON.stringify(held) !== JSON.stringify({ scopes: all, attributes })) return { result: held, undo: true };
    const asked = { kind: 'token', scheme, client: id, subject, scopes, attributes } as const;
    return { result: await keys.make(asked, now, transaction), undo: false };
  });
}

/** Ends a token of the client (RFC 7009); one that is not known, or is over, needs no ending. */
function createRevokeStep({ plan, operation, keys, platform }: OperationContext): Step {
  const status = operation.responses[0]?.status ?? 200;
  const missing = createTokenRefusal(plan.name, 'invalid_request', 'the parameter token is missing');
  const foreign = createTokenRefusal(plan.name, 'invalid_grant', 'the token was not issued to this client');
  const end = (ctx: RequestContext): undefined => {
    ctx.response = createTokenResponse(status, undefined);
  };
  return (ctx): MaybePromise<Refusal | undefined> => {
    const { form, client, scheme } = tokenRequests.get(ctx)!;
    const text = form.get('token');
    if (text === undefined) return missing;
    const work = async (): Promise<Refusal | undefined> => {
      const record = await keys.recordOf(text);
      if (record === undefined || record.kind !== 'token') return end(ctx);
      if (record.client !== client.id || record.scheme !== scheme) return foreign;
      await keys.revoke(record.id, platform.now());
      return end(ctx);
    };
    return work();
  };
}
