import { env } from 'node:process';
import { test } from 'node:test';
import fc from 'fast-check';
import { importSound } from './import.fixture.ts';

const names = fc.oneof(
  fc.constantFrom('id', 'name', 'type', 'value', 'status', 'created_at', 'first-name', 'a b', 'null', 'record', 'X'),
  fc.string({ minLength: 1, maxLength: 8 }),
);
const texts = fc.oneof(
  fc.constantFrom('Not shown.', 'A | b', '# x', '`', '- a: b', 'Two\n\nparagraphs'),
  fc.string({ maxLength: 30, unit: 'grapheme' }),
);
const scalars = fc.oneof(
  texts,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 3 });

const { schema } = fc.letrec<{ schema: object }>((tie) => {
  const notes = {
    description: optional(texts),
    default: optional(scalars),
    deprecated: optional(fc.boolean()),
    readOnly: optional(fc.boolean()),
    nullable: optional(fc.boolean()),
    title: optional(texts),
    'x-more': optional(scalars),
  };
  const text = fc.record({
    type: fc.constant('string'),
    ...notes,
    format: optional(fc.constantFrom('date', 'uuid', 'email', 'binary', 'password', 'uri')),
    minLength: optional(fc.nat(9)),
    maxLength: optional(fc.nat(99)),
    pattern: optional(fc.constantFrom('^a|b$', '\\d+', '(?!x)', '`', '[')),
    enum: optional(fc.array(fc.oneof(names, fc.constant(null)), { maxLength: 4 })),
  });
  const number = fc.record({
    type: fc.constantFrom('integer', 'number'),
    ...notes,
    minimum: optional(fc.double({ noNaN: true, noDefaultInfinity: true })),
    maximum: optional(fc.integer()),
    exclusiveMinimum: optional(fc.boolean()),
    multipleOf: optional(fc.constantFrom(1, 0.01, 1e-9)),
    format: optional(fc.constantFrom('int32', 'int64', 'float')),
  });
  const list = fc.record({
    type: fc.constant('array'),
    ...notes,
    items: tie('schema'),
    minItems: optional(fc.nat(3)),
    maxItems: optional(fc.nat(9)),
    uniqueItems: optional(fc.boolean()),
  });
  const object = fc.record({
    type: optional(fc.constant('object')),
    ...notes,
    properties: fc.dictionary(names, tie('schema'), { maxKeys: 5 }),
    required: optional(fc.array(names, { maxLength: 3 })),
    additionalProperties: optional(fc.oneof(fc.boolean(), tie('schema'))),
  });
  const mixed = fc.record({
    allOf: optional(fc.array(tie('schema'), { minLength: 1, maxLength: 3 })),
    oneOf: optional(fc.array(tie('schema'), { minLength: 1, maxLength: 3 })),
    discriminator: optional(fc.record({ propertyName: names })),
  });
  const reference = fc.constantFrom('A', 'B', 'C', 'none').map((name) => ({ $ref: `#/components/schemas/${name}` }));
  return {
    schema: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      reference,
      text,
      number,
      fc.record(notes),
      list,
      object,
      mixed,
    ),
  };
});

const content = fc.dictionary(
  fc.constantFrom('application/json', 'text/csv', 'application/x-www-form-urlencoded'),
  fc.record({ schema: optional(schema) }),
  { maxKeys: 2 },
);
const parameter = fc.record({
  name: fc.oneof(names, fc.constantFrom('Idempotency-Key', 'If-Match', 'api-version', 'limit')),
  in: fc.constantFrom('query', 'header', 'path', 'cookie'),
  required: optional(fc.boolean()),
  description: optional(texts),
  schema,
});
/** Extensions that rules read, with values that they expect and others. */
const values = fc.oneof(scalars, fc.constantFrom('1m', 'minute', 'rate', 'all', '/a', '{event}.{id}'));
const limit = fc.record({
  limit: optional(values),
  period: optional(values),
  name: optional(names),
  kind: optional(values),
});
const extensions = {
  'x-rate-limit': optional(fc.oneof(values, limit, fc.array(limit, { maxLength: 2 }))),
  'x-nonet-limits': optional(fc.array(fc.oneof(names, limit), { maxLength: 2 })),
  'x-nonet-versions': optional(fc.array(fc.record({ name: texts, released: optional(texts) }), { maxLength: 2 })),
  'x-kong-plugin-rate-limiting': optional(fc.record({ config: fc.record({ minute: values, limit_by: values }) })),
  'x-nonet-document': optional(texts),
  'x-sunset': optional(texts),
};
const operation = fc.record({
  ...extensions,
  operationId: optional(names),
  summary: optional(texts),
  description: optional(texts),
  parameters: optional(fc.array(parameter, { maxLength: 3 })),
  requestBody: optional(fc.record({ required: optional(fc.boolean()), content })),
  responses: fc.dictionary(
    fc.constantFrom('200', '201', '204', '404', 'default', '2XX'),
    fc.record({
      description: texts,
      content: optional(content),
      headers: optional(
        fc.dictionary(fc.constantFrom('RateLimit', 'ETag', 'x-ratelimit-limit'), fc.record({ schema })),
      ),
    }),
    { maxKeys: 3 },
  ),
  security: optional(
    fc.array(fc.dictionary(fc.constantFrom('key', 'login'), fc.array(names, { maxLength: 2 }), { maxKeys: 2 }), {
      maxLength: 2,
    }),
  ),
});
const item = fc.dictionary(fc.constantFrom('get', 'post', 'put', 'patch', 'delete', 'head'), operation, { maxKeys: 3 });
const description = fc.record({
  ...extensions,
  openapi: fc.constantFrom('3.0.3', '3.1.0'),
  info: fc.record({ title: texts, version: texts, description: optional(texts) }),
  servers: optional(
    fc.array(fc.record({ url: fc.constantFrom('https://a.example/v1', '/v1', '{x}', 'bad url') }), { maxLength: 2 }),
  ),
  paths: fc.dictionary(
    fc.constantFrom('/a', '/a/{id}', '/a/{A}/b', '/a/{A}/b/{id}', '/a/{b}/c', '/{x}', '/', '/a/{id}.json', '/a//b'),
    item,
    {
      maxKeys: 4,
    },
  ),
  components: fc.record({
    schemas: fc.record({ A: schema, B: schema, C: schema }),
    securitySchemes: optional(
      fc.constant({ key: { type: 'apiKey', in: 'header', name: 'X-Key' }, login: { type: 'http', scheme: 'bearer' } }),
    ),
  }),
});

test('any description imports as a page that check accepts, and its account adds up', async () => {
  const numRuns = env.NONET_THOROUGH === '1' ? 1_000 : 150;
  await fc.assert(
    fc.asyncProperty(description, async (one) => void (await importSound(JSON.stringify(one)))),
    { numRuns },
  );
});

const message = fc.record({
  name: optional(names),
  contentType: optional(texts),
  summary: optional(texts),
  payload: optional(fc.oneof(schema, fc.record({ schemaFormat: texts, schema }))),
  headers: optional(schema),
});
const messages = fc.dictionary(fc.constantFrom('A', 'B', 'left'), message, { maxKeys: 3 });
const binding = optional(
  fc.dictionary(fc.constantFrom('http', 'nats', 'kafka'), fc.record({ method: fc.constantFrom('GET', 'POST') })),
);
const asyncapi = fc.record({
  asyncapi: fc.constantFrom('3.0.0', '2.6.0'),
  info: fc.record({ title: texts, version: texts }),
  servers: optional(fc.record({ a: fc.record({ protocol: fc.constantFrom('nats', 'http', 'mqtt') }) })),
  channels: fc.dictionary(
    fc.constantFrom('A', 'b.{event}', '/c'),
    fc.record({
      address: optional(fc.constantFrom(null, '/c', 'b.{event}.{id}', 'b.{x}', 'a b')),
      messages: optional(messages),
      bindings: binding,
      subscribe: optional(fc.record({ message, bindings: binding })),
      publish: optional(fc.record({ message })),
    }),
  ),
  operations: fc.dictionary(
    names,
    fc.record({
      action: fc.constantFrom('send', 'receive'),
      channel: fc.constantFrom({ $ref: '#/channels/A' }, { $ref: '#/channels/~1c' }, { $ref: '#/none' }),
      bindings: binding,
    }),
    { maxKeys: 3 },
  ),
  components: fc.record({ schemas: fc.record({ A: schema, B: schema, C: schema }), messages }),
});

test('any description of channels imports as a page that check accepts, and its account adds up', async () => {
  await fc.assert(
    fc.asyncProperty(asyncapi, async (one) => void (await importSound(JSON.stringify(one)))),
    { numRuns: env.NONET_THOROUGH === '1' ? 1_000 : 100 },
  );
});
