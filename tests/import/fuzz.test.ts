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
  name: names,
  in: fc.constantFrom('query', 'header', 'path', 'cookie'),
  required: optional(fc.boolean()),
  description: optional(texts),
  schema,
});
const operation = fc.record({
  operationId: optional(names),
  summary: optional(texts),
  description: optional(texts),
  parameters: optional(fc.array(parameter, { maxLength: 3 })),
  requestBody: optional(fc.record({ required: optional(fc.boolean()), content })),
  responses: fc.dictionary(
    fc.constantFrom('200', '201', '204', '404', 'default', '2XX'),
    fc.record({ description: texts, content: optional(content) }),
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
  openapi: fc.constantFrom('3.0.3', '3.1.0'),
  info: fc.record({ title: texts, version: texts, description: optional(texts) }),
  servers: optional(
    fc.array(fc.record({ url: fc.constantFrom('https://a.example/v1', '/v1', '{x}', 'bad url') }), { maxLength: 2 }),
  ),
  paths: fc.dictionary(fc.constantFrom('/a', '/a/{id}', '/a/{b}/c', '/{x}', '/', '/a/{id}.json', '/a//b'), item, {
    maxKeys: 4,
  }),
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
