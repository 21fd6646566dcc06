import type { Tree } from '../source/tree.ts';

interface Reason {
  readonly instead: string;
  readonly why: string;
}

const nothing = (why: string): Reason => ({ instead: 'nothing', why });

/** Why the page does not state a value that no rule reads, by the key of the source. */
const reasons = new Map<string, Reason>(
  Object.entries({
    example: nothing('A page states no examples: Nonet makes them by playing the service.'),
    examples: nothing('A page states no examples: Nonet makes them by playing the service.'),
    'x-example': nothing('A page states no examples: Nonet makes them by playing the service.'),
    'x-examples': nothing('A page states no examples: Nonet makes them by playing the service.'),
    tags: nothing('A page has no groups of operations: the documentation groups them by resource.'),
    externalDocs: nothing('A page has no links to other documentation but Contact and Terms.'),
    links: nothing('The language has no links between operations.'),
    xml: nothing('The language has no XML.'),
    not: nothing('The language has no types by exclusion.'),
    contains: nothing('The language has no constraint on some items of a list.'),
    minContains: nothing('The language has no constraint on some items of a list.'),
    maxContains: nothing('The language has no constraint on some items of a list.'),
    prefixItems: nothing('The language has no tuples.'),
    patternProperties: nothing('The language has no constraint on the keys of a map.'),
    propertyNames: nothing('The language has no constraint on the keys of a map.'),
    dependentRequired: nothing('The language states such a dependency as a rule of a resource.'),
    dependentSchemas: nothing('The language has no conditional schemas.'),
    unevaluatedProperties: nothing('The language has no schemas that depend on others.'),
    unevaluatedItems: nothing('The language has no schemas that depend on others.'),
    contentMediaType: nothing('The language has no media types inside of strings.'),
    contentEncoding: nothing('The language has no media types inside of strings.'),
    encoding: nothing('The language has no encodings of single parts of a form.'),
    style: nothing('Parameters have one style in Nonet.'),
    allowReserved: nothing('Parameters have one style in Nonet.'),
    allowEmptyValue: nothing('Parameters have one style in Nonet.'),
    collectionFormat: nothing('Parameters have one style in Nonet.'),
    title: nothing('The page has the name, and no title next to it.'),
    license: nothing('A page states no licence of its description.'),
    database: nothing('It is about the description, not about the service.'),
    asyncapi: nothing('It is about the description, not about the service.'),
    openapi: nothing('It is about the description, not about the service.'),
    swagger: nothing('It is about the description, not about the service.'),
    operationId: nothing('An operation of a resource goes by its words, such as `create Pet`.'),
    $schema: nothing('It is about the description, not about the service.'),
    $id: nothing('It is about the description, not about the service.'),
    $comment: nothing('It is about the description, not about the service.'),
    $anchor: nothing('It is about the description, not about the service.'),
    jsonSchemaDialect: nothing('It is about the description, not about the service.'),
    servers: nothing('A page has one base URL.'),
    additionalProperties: nothing('An object has its fields only; a field `map of …` takes others.'),
    'x-nonet-document': nothing('It is about the description, not about the service.'),
    'x-nonet-line': nothing('It is about the description, not about the service.'),
    'x-nonet-operation': nothing('The page names an operation by what it recognizes.'),
    'x-nonet-versions': nothing(
      'An older version needs rows of Changes with what was before, which a description does not have.',
    ),
    'x-nonet-computed': nothing('An expression in a description is text for people.'),
    'x-not-shown': nothing('The page records what it does not state itself.'),
    deprecated: nothing('The language deprecates versions, not single pieces.'),
  }),
);
const conditional = nothing('The language has no conditional schemas; a rule of a resource may say it.');
for (const key of ['if', 'then', 'else']) reasons.set(key, conditional);

/** Returns why the page does not state a value that no rule reads, by its key; undefined where its members may say more. */
export function explainKey(tree: Tree): Reason | undefined {
  const { key } = tree;
  if (typeof key !== 'string') return undefined;
  if (key.startsWith('x-')) return reasons.get(key) ?? nothing('No rule of the importer reads this extension.');
  if (tree.parent?.key === 'properties') return undefined;
  if (key === 'description' && isResponse(tree)) return nothing('A response has no text of its own.');
  return reasons.get(key);
}

function isResponse({ parent }: Tree): boolean {
  return parent?.parent?.key === 'responses';
}
