import { holdCredential } from '../../../describe/examples/callers.ts';
import { composeRequest } from '../../../describe/examples/compose.ts';
import type { PlayedClient } from '../../../describe/examples/world.ts';
import { isObject } from '../../../plan/fields/is-object.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { SchemePlan } from '../../../plan/plan.ts';
import type { Case, Check } from '../../check.ts';
import { type Outcome, proven, unreached, violated } from '../../ledger/verdict.ts';
import type { Prover } from '../../prover.ts';
import type { Exchanged } from '../../world/exchanged.ts';

/** A client gets a token for its secret, and for no other one (RFC 6749, section 4.4). */
export const tokens: Check = {
  part: 'authentication',
  name: 'tokens',
  says: 'A client asks for a token with its secret and with a wrong one; the token is used.',
  cases: (prover) => {
    const issue = prover.plan.operations.find(({ kind, disabled }) => kind === 'issue token' && disabled !== true);
    const scheme = prover.plan.authentication.schemes.find(
      ({ kind, disabled }) => disabled !== true && kind.startsWith('oauth2'),
    );
    if (issue === undefined || scheme === undefined) return [];
    const lines = [...new Set([issue.line, scheme.line, ...issue.access.grants.map(({ line }) => line)])];
    return lines.flatMap((line): readonly Case[] => [
      { line, about: `${issue.name} for a client`, run: () => get(prover, issue, scheme) },
      { line, about: `${issue.name} for a wrong secret`, run: () => getWrong(prover, issue, scheme) },
    ]);
  },
};

async function findClient({ ground, plan }: Prover, { name }: SchemePlan): Promise<PlayedClient | undefined> {
  // A client has the attributes of the callers of this run.
  const [like] = ground.known();
  const attributes = like?.attributes ?? {};
  return ground.callers.client({ scheme: name, subject: 'partner', scopes: plan.authentication.scopes, attributes });
}

function ask({ ground, plan }: Prover, { path }: OperationPlan, { id, secret }: PlayedClient): Promise<Exchanged> {
  return ground.send({
    method: 'POST',
    path: plan.base.prefix + path,
    headers: {
      authorization: `Basic ${btoa(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`)}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    text: 'grant_type=client_credentials',
  });
}

const alone = 'no client: state one with --as and ID:SECRET';

async function get(prover: Prover, issue: OperationPlan, scheme: SchemePlan): Promise<Outcome> {
  const operation = prover.operations.find(
    ({ method, segments, access, parameters }) =>
      method === 'GET' &&
      segments.every(({ kind }) => kind === 'fixed') &&
      parameters.every(({ required }) => !required) &&
      access.grants.some(({ kind }) => kind === 'scope'),
  );
  if (operation !== undefined) await holdCredential(prover.ground.stage, operation);
  const client = await findClient(prover, scheme);
  if (client === undefined) return unreached(alone);
  const one = await ask(prover, issue, client);
  const { status, body } = one.response;
  if (status >= 400) return unreached(`the service responded ${status}`);
  const token = isObject(body) ? body.access_token : undefined;
  if (typeof token !== 'string' || !isObject(body))
    return violated(`\`${issue.name}\` responds with an access_token`, 'no such member', one);
  if (String(body.token_type).toLowerCase() !== 'bearer')
    return violated(
      `\`${issue.name}\` responds with the token_type Bearer`,
      JSON.stringify(body.token_type ?? null),
      one,
    );
  if (operation === undefined) return unreached('no operation shows whether the token is accepted');
  const used = await prover.ground.send(
    composeRequest(prover.ground.stage, operation, { held: { scheme, text: token } }),
  );
  return used.response.status === 401
    ? violated(`the token of \`${issue.name}\` is accepted by \`${operation.name}\``, '401', used)
    : proven;
}

async function getWrong(prover: Prover, issue: OperationPlan, scheme: SchemePlan): Promise<Outcome> {
  const client = await findClient(prover, scheme);
  if (client === undefined) return unreached(alone);
  const one = await ask(prover, issue, { ...client, secret: `${client.secret}7q3v` });
  return one.response.status < 400
    ? violated(`\`${issue.name}\` for a wrong secret is rejected`, `${one.response.status}: it was accepted`, one)
    : proven;
}
