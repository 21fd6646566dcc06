import type { JsonSchema } from '../../parts/registry.ts';
import { getFileForm, listFileMembers } from '../../plan/files/file-bodies.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { Json } from '../../plan/schema.ts';
import type { InputShape } from '../../plan/shape.ts';
import { formType } from '../form-body.ts';
import { type Components, describeInput } from '../schemas/index.ts';
import { describeWire } from '../wire/index.ts';
import type { OpenapiContext } from './context.ts';
import { nameExamples } from './examples.ts';

/** Describes the body of the requests of an operation; undefined if they have none. */
export function describeRequest(context: OpenapiContext, operation: OperationPlan): JsonSchema | undefined {
  const { kind, exchange } = operation;
  const form = describeTokenForm(context, kind);
  if (form !== undefined) {
    const played = nameExamples(context.examples, operation).map(({ name, summary, request }) => {
      return [name, { summary, value: Object.fromEntries(new URLSearchParams(String(request.body))) }] as const;
    });
    const examples = played.length === 0 ? {} : { examples: Object.fromEntries(played) };
    return { required: true, content: { [formType]: { schema: form, ...examples } } };
  }
  const files = describeFiles(context, operation);
  if (files !== undefined) return files;
  const schema = describeInput(context.schemas, operation);
  const types = exchange?.requestTypes ?? [];
  if (schema === undefined || types.length === 0) return undefined;
  const sent = nameExamples(context.examples, operation).filter(({ request }) => request.body !== undefined);
  const examples = sent.map(({ name, summary, request }) => [name, { summary, value: request.body as Json }] as const);
  const content = types.map((type) => {
    if (type.startsWith('application/json-patch+json'))
      return [type, { schema: describeJsonPatch(context.schemas) }] as const;
    if (type.startsWith(formType)) return [type, { schema, ...describeEncoding(operation.input) }] as const;
    return [type, { schema, ...(examples.length === 0 ? {} : { examples: Object.fromEntries(examples) }) }] as const;
  });
  return {
    ...(describeWire(context.plan).of(operation).needsBody ? { required: true } : {}),
    content: Object.fromEntries(content),
  };
}

/** Describes a body with files: the content of one, or a form in parts. */
function describeFiles(context: OpenapiContext, operation: OperationPlan): JsonSchema | undefined {
  const { exchange, input } = operation;
  const form = getFileForm(input);
  const schema = form === undefined ? undefined : describeInput(context.schemas, operation);
  if (schema === undefined) return undefined;
  const required = describeWire(context.plan).of(operation).needsBody ? { required: true } : {};
  if (form === 'content') {
    const binary: JsonSchema = { type: 'string', format: 'binary' };
    const contents = (exchange?.requestTypes ?? []).map((type) => [type, { schema: binary }] as const);
    return { ...required, content: Object.fromEntries(contents) };
  }
  const typed = listFileMembers(input).flatMap(({ path, limits: { types } }) =>
    types === undefined || path.length > 1 ? [] : [[path[0]!, { contentType: types.join(', ') }] as const],
  );
  const encoding = describeEncoding(input, Object.fromEntries(typed));
  return { ...required, content: { 'multipart/form-data': { schema, ...encoding } } };
}

/** States how a form has its lists and objects: without that, a client writes an object as JSON (OpenAPI 3.1, Encoding Object). */
function describeEncoding(input: InputShape | undefined, typed: JsonSchema = {}): JsonSchema {
  const members = input?.kind === 'object' ? input.members : [];
  const styled = members.flatMap(({ name, shape }): readonly (readonly [string, JsonSchema])[] => {
    if (shape.kind === 'object') return [[name, { style: 'deepObject', explode: true }]];
    const isList = shape.kind === 'list' || (shape.kind === 'value' && shape.schema.type === 'list');
    return isList ? [[name, { style: 'form', explode: true }]] : [];
  });
  const encoding = { ...typed, ...Object.fromEntries(styled) };
  return Object.keys(encoding).length === 0 ? {} : { encoding };
}

const text: JsonSchema = { type: 'string' };

/** How a client authenticates that does not send HTTP Basic (RFC 6749, section 2.3.1). The ID may be sent next to that too. */
const client: Readonly<Record<string, JsonSchema>> = {
  client_id: { ...text, description: 'The ID of the client, unless it is sent by HTTP Basic.' },
  client_secret: { ...text, description: 'The secret of the client, unless it is sent by HTTP Basic.' },
};
const secretNeedsId: JsonSchema = { dependentRequired: { client_secret: ['client_id'] } };

/** The forms of OAuth 2: RFC 6749, section 4.4.2, and RFC 7009, section 2.1. */
function describeTokenForm({ plan }: OpenapiContext, kind: OperationPlan['kind']): JsonSchema | undefined {
  if (kind === 'revoke token')
    return {
      type: 'object',
      required: ['token'],
      properties: { token: text, token_type_hint: text, ...client },
      ...secretNeedsId,
    };
  if (kind !== 'issue token') return undefined;
  const { scopes } = plan.authentication;
  const scope = `(?:${scopes.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')})`;
  return {
    type: 'object',
    required: ['grant_type'],
    properties: {
      grant_type: { type: 'string', const: 'client_credentials' },
      scope: {
        ...text,
        ...(scopes.length === 0 ? {} : { pattern: `^${scope}(?: ${scope})*$` }),
        description: 'Scopes with spaces between them; all of the client if left out.',
      },
      ...client,
    },
    ...secretNeedsId,
  };
}

/** Describes a JSON Patch (RFC 6902). */
function describeJsonPatch(components: Components): JsonSchema {
  const pointer: JsonSchema = { type: 'string', description: 'A JSON Pointer.' };
  return components.add(['JsonPatch'], {
    type: 'array',
    description: 'Changes that are applied in order; if one fails, none is applied (RFC 6902).',
    items: {
      type: 'object',
      required: ['op', 'path'],
      properties: {
        op: { type: 'string', enum: ['add', 'remove', 'replace', 'move', 'copy', 'test'] },
        path: pointer,
        from: pointer,
        value: {},
      },
    },
  });
}
