import type { JsonSchema } from '../../parts/registry.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { Json } from '../../plan/schema.ts';
import type { NamedExample } from './named-examples.ts';

/** Adds to a parameter its values in examples, by the names of these; an example without the parameter gives it none. */
export function withExamples(
  parameter: JsonSchema,
  { path: template }: Pick<OperationPlan, 'path'>,
  examples: readonly NamedExample[],
): JsonSchema {
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
