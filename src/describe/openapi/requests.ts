import type { JsonSchema } from '../../parts/registry.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { Json } from '../../plan/schema.ts';
import { own } from '../../text/own-property.ts';
import { describeInput, describeJsonPatch, needsBody } from '../schemas/index.ts';
import type { OpenapiContext } from './context.ts';

/** Describes the body of the requests of an operation; undefined if they have none. */
export function describeRequest(context: OpenapiContext, operation: OperationPlan): JsonSchema | undefined {
  const { kind, exchange, name } = operation;
  const form = tokenForms[kind];
  if (form !== undefined) return { required: true, content: { 'application/x-www-form-urlencoded': { schema: form } } };
  const schema = describeInput(context.schemas, operation);
  const types = exchange?.requestTypes ?? [];
  if (schema === undefined || types.length === 0) return undefined;
  const body = own(context.examples, name)?.find(
    ({ code, request }) => code === undefined && request.body !== undefined,
  );
  const content = types.map((type) => {
    if (type.startsWith('application/json-patch+json'))
      return [type, { schema: describeJsonPatch(context.schemas) }] as const;
    const isForm = /^(?:application\/x-www-form-urlencoded|multipart\/)/.test(type);
    const example = body === undefined || isForm ? {} : { example: body.request.body as Json };
    return [type, { schema, ...example }] as const;
  });
  return { ...(needsBody(operation) ? { required: true } : {}), content: Object.fromEntries(content) };
}

const text: JsonSchema = { type: 'string' };
const client: JsonSchema = {
  client_id: { ...text, description: 'The ID of the client, unless it is sent by HTTP Basic.' },
  client_secret: { ...text, description: 'The secret of the client, unless it is sent by HTTP Basic.' },
};

/** The forms of OAuth 2: RFC 6749, section 4.4.2, and RFC 7009, section 2.1. */
const tokenForms: Partial<Record<OperationPlan['kind'], JsonSchema>> = {
  'issue token': {
    type: 'object',
    required: ['grant_type'],
    properties: {
      grant_type: { type: 'string', const: 'client_credentials' },
      scope: { ...text, description: 'Scopes with spaces between them; all of the client if left out.' },
      ...client,
    },
  },
  'revoke token': {
    type: 'object',
    required: ['token'],
    properties: { token: text, token_type_hint: text, ...client },
  },
};
