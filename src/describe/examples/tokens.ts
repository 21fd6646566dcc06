import { findSchemeKind, selectSchemes } from '../../parts/registry.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import { composeRequest } from './compose.ts';
import type { Succeeded } from './records.ts';
import { isSuccess, type Stage, sendFor } from './stage.ts';
import type { PlayedClient, PlayedRequest } from './world.ts';

const form = 'application/x-www-form-urlencoded';

/** Gets a token for a client's id and secret, or revokes one (RFC 6749, section 4.4; RFC 7009), and shows a wrong secret. */
export async function playToken(stage: Stage, operation: OperationPlan, title: string): Promise<Succeeded | undefined> {
  const [scheme] = selectSchemes(stage.plan.authentication, (kind) => kind.madeBy === 'issue token');
  if (scheme === undefined || findSchemeKind(scheme.kind) === undefined) return undefined;
  const { scopes, attributes } = stage.plan.authentication;
  const client = await stage.world.client(scheme.name, {
    subject: `partner-${stage.count++}`,
    scopes,
    attributes: Object.fromEntries(attributes.map(({ name }) => [name, 'acme'])),
  });
  const send = (of: PlayedClient, fields: Readonly<Record<string, string>>, title: string) => {
    const request = createRequest(stage, operation, of, fields);
    return sendFor(stage, operation, request, { title, rank: 2 }).then((response) => ({ request, response }));
  };
  const token = operation.kind === 'issue token' ? undefined : await findToken(stage, client);
  const fields = token === undefined ? { grant_type: 'client_credentials' } : { token };
  const done = await send(client, fields, title);
  if (!isSuccess(done.response)) return undefined;
  await send({ ...client, secret: `${client.secret.slice(0, -4)}0000` }, fields, 'The secret of the client is wrong');
  if (token === undefined) await send(client, { grant_type: 'password' }, 'The grant type is not supported');
  return { ...done, pieces: {} };
}

function createRequest(
  stage: Stage,
  operation: OperationPlan,
  { id, secret }: PlayedClient,
  fields: Readonly<Record<string, string>>,
): PlayedRequest {
  return composeRequest(stage, operation, {
    headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}`, 'content-type': form },
    text: new URLSearchParams(fields).toString(),
  });
}

async function findToken(stage: Stage, client: PlayedClient): Promise<string> {
  const issue = stage.plan.operations.find(({ kind }) => kind === 'issue token');
  if (issue === undefined) return 'unknown';
  const { body } = await stage.world.send(createRequest(stage, issue, client, { grant_type: 'client_credentials' }));
  return (body as { access_token?: string } | undefined)?.access_token ?? 'unknown';
}
