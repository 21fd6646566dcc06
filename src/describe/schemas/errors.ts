import type { JsonSchema } from '../../parts/registry.ts';
import type { BodyShape, FieldsShape } from '../../plan/body.ts';
import type { Json } from '../../plan/schema.ts';
import type { WholePlan } from '../../plan/whole.ts';
import type { Components } from './components.ts';

const described = new WeakMap<Components, JsonSchema>();

/** Refers to the schema of the bodies of refusals: problem details (RFC 9457), or the document's own shape. */
export function describeError(components: Components): JsonSchema {
  const known = described.get(components) ?? addErrorSchema(components);
  described.set(components, known);
  return known;
}

function addErrorSchema(components: Components): JsonSchema {
  const { errors, bodies } = components.plan;
  if (errors.body?.kind === 'shape')
    return components.add(['Error', 'ErrorBody'], describeBody(components, errors.body.shape));
  const details = (bodies?.['problem details'] ?? {}) as JsonSchema;
  const codes = errors.codes.map(({ code }) => code);
  const { properties } = details as { readonly properties?: JsonSchema };
  const schema = {
    description: 'Problem details (RFC 9457).',
    ...details,
    properties: {
      ...properties,
      title: {
        type: 'string',
        description: 'The error in words, for people; the same for every response with this code.',
      },
      status: { type: 'integer', description: 'The status code of the response.' },
      ...(codes.length === 0 ? {} : { code: { type: 'string', enum: codes, description: 'The error, for programs.' } }),
      instance: { type: 'string', format: 'uri', description: 'This response; give it when you ask for support.' },
    },
  };
  return components.add(
    ['Problem', 'ProblemDetails'],
    codes.length === 0 ? dropCode(schema) : requireCode(schema, components.plan),
  );
}

function dropCode(schema: JsonSchema): JsonSchema {
  const { code: _, ...properties } = schema.properties as JsonSchema;
  return { ...schema, properties };
}

/** Requires the code where every refusal of the service has one. */
function requireCode(schema: JsonSchema, { operations, refusals }: WholePlan): JsonSchema {
  const all = [...refusals, ...operations.flatMap(({ steps }) => steps.flatMap((step) => step.refusals ?? []))];
  const isCoded = all.every(({ code }) => code !== undefined) && operations.every(({ disabled }) => disabled !== true);
  return isCoded ? { ...schema, required: [...(schema.required as readonly Json[]), 'code'] } : schema;
}

function describeBody(components: Components, shape: BodyShape): JsonSchema {
  switch (shape.kind) {
    case 'literal':
      return { const: shape.value };
    case 'role':
      return describeErrorRole(components.plan, shape.role);
    case 'entry':
      if (shape.role === 'code') return {};
      return { type: shape.role === 'parameter' || shape.role === 'resource' ? ['string', 'null'] : 'string' };
    case 'object': {
      // A member without a value is null if it cannot be left out.
      const required = shape.members.filter(({ optional }) => !optional).map(({ name }) => name);
      return {
        type: 'object',
        ...(required.length === 0 ? {} : { required }),
        properties: Object.fromEntries(
          shape.members.map((member) => [member.name, describeBody(components, member.shape)]),
        ),
      };
    }
    case 'items':
      return { type: 'array', prefixItems: shape.items.map((item) => describeBody(components, item)), items: {} };
    case 'either':
      return { anyOf: shape.of.map((alternative) => describeBody(components, alternative)) };
    case 'fields':
      return describeFields(components, shape);
  }
}

function describeErrorRole({ errors }: WholePlan, role: string): JsonSchema {
  const codes = errors.codes.map(({ code }) => code);
  switch (role) {
    case 'code':
      return { type: ['string', 'null'], ...(codes.length === 0 ? {} : { enum: [...codes, null] }) };
    case 'status':
      return { type: 'integer', description: 'The status code of the response.' };
    case 'title':
    case 'message':
      return { type: 'string', description: 'The error in words, for people.' };
    case 'instance':
      return { type: 'string', format: 'uri', description: 'This response; give it when you ask for support.' };
    case 'trace id':
      return { type: 'string', description: 'The trace of the request; give it when you ask for support.' };
    default:
      return {};
  }
}

function describeFields(components: Components, { first, by, list, entry }: FieldsShape): JsonSchema {
  const text: JsonSchema = { type: 'string' };
  const one: JsonSchema =
    entry === undefined
      ? {
          type: 'object',
          properties: { pointer: text, parameter: text, message: text, code: {} },
          required: ['message'],
        }
      : describeBody(components, entry);
  // Without wrong fields it has no value.
  if (first === true) return { anyOf: [one, { type: 'null' }] };
  if (by === undefined) return { type: ['array', 'null'], items: one };
  return { type: ['object', 'null'], additionalProperties: list === true ? { type: 'array', items: one } : one };
}
