import type { JsonSchema } from '../../parts/registry.ts';
import type { OperationPlan, ParameterPlan } from '../../plan/operation.ts';
import type { Json } from '../../plan/schema.ts';
import { type Components, describeType } from '../schemas/index.ts';
import { describeWire } from '../wire/index.ts';
import { toPlaceholderName, type WireParameter } from '../wire/parameters.ts';
import type { OpenapiContext } from './context.ts';
import { type NamedExample, nameExamples } from './examples.ts';

/** Describes the parameters of an operation; operations share the ones of the whole service. */
export function describeParameters(context: OpenapiContext, operation: OperationPlan): readonly JsonSchema[] {
  const { plan, schemas, references } = context;
  const examples = nameExamples(context.examples, operation);
  const template = toPathTemplate(operation.path);
  return describeWire(plan)
    .of(operation)
    .parameters.map((parameter) => {
      const described = describeParameter(schemas, parameter);
      const isOwn =
        parameter.stated !== undefined ||
        parameter.in === 'path' ||
        examples.some(({ request }) => request.headers[parameter.name.toLowerCase()] !== undefined);
      return isOwn ? withExamples(described, template, examples) : references.parameter(parameter.name, described);
    });
}

function describeParameter(components: Components, parameter: WireParameter): JsonSchema {
  const { name, in: place, required, type, description, default: otherwise, isList, stated } = parameter;
  const schema = describeType(components, type);
  return {
    name: place === 'path' ? toPlaceholderName(name) : name,
    in: place,
    ...(required ? { required } : {}),
    ...(description === undefined ? {} : { description }),
    schema: otherwise === undefined ? schema : { ...schema, default: otherwise },
    // One parameter holds all values, with commas.
    ...(isList === true && place === 'query' ? { style: 'form', explode: false } : {}),
    ...(stated === undefined || stated.mapsTo.kind === 'input'
      ? {}
      : { 'x-nonet-maps-to': formatMeaning(stated.mapsTo) }),
  };
}

/** Returns the path of an operation as descriptions have it: `/articles/{article_slug}`. */
export function toPathTemplate(path: string): string {
  return path.replace(/\{([^}]*)\}/g, (_, name: string) => `{${toPlaceholderName(name)}}`);
}

function formatMeaning(means: ParameterPlan['mapsTo']): string {
  switch (means.kind) {
    case 'filter':
      return `filter ${means.path.join('.')} ${means.operator}`;
    case 'where':
      return `where ${means.condition.source ?? ''}`.trim();
    case 'search':
    case 'sort':
    case 'expand':
      return `${means.kind} ${means.fields.join(', ')}`;
    default:
      return means.kind;
  }
}

/** Adds to a parameter its values in examples, by the names of these; an example without the parameter gives it none. */
function withExamples(parameter: JsonSchema, template: string, examples: readonly NamedExample[]): JsonSchema {
  const found = examples.flatMap((example): readonly (readonly [string, JsonSchema])[] => {
    const text = findText(parameter, template, example);
    if (text === undefined) return [];
    return [[example.name, { summary: example.summary, value: readText(text, parameter.schema as JsonSchema) }]];
  });
  return found.length === 0 ? parameter : { ...parameter, examples: Object.fromEntries(found) };
}

function findText({ in: place, name }: JsonSchema, template: string, { request }: NamedExample): string | undefined {
  const [path = '', query] = request.path.split('?');
  if (place === 'query') return new URLSearchParams(query).get(String(name)) ?? undefined;
  if (place === 'header') return request.headers[String(name).toLowerCase()];
  // The version of the API can precede the path of the operation.
  const written = path.split('/').toReversed();
  const at = template.split('/').toReversed().indexOf(`{${name}}`);
  return at === -1 ? undefined : decodeURIComponent(written[at] ?? '');
}

/** Reads the text of a parameter as a value of its schema; a list has commas between its items. */
function readText(text: string, { type, items }: JsonSchema): Json {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  if (types.includes('array')) return text.split(',').map((item) => readText(item, (items ?? {}) as JsonSchema));
  if (types.includes('integer') || types.includes('number')) return Number(text);
  return types.includes('boolean') ? text === 'true' : text;
}
