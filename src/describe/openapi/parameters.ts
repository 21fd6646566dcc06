import type { JsonSchema } from '../../parts/registry.ts';
import { comparesItems, resolveFilterPath } from '../../plan/fields/filter-path.ts';
import type { OperationPlan, ParameterPlan, SegmentPlan } from '../../plan/operation.ts';
import { collectShownNames, getParameterSchema } from '../../plan/parameter-schema.ts';
import type { Json } from '../../plan/schema.ts';
import { type Components, describeValue } from '../schemas/index.ts';
import { joinDescriptions, toSentence } from '../words.ts';
import type { NamedExample } from './named-examples.ts';
import { withExamples } from './parameter-examples.ts';
import type { References } from './references.ts';
import { describeConditions, describeVersion } from './shared-parameters.ts';

/** Describes the parameters of an operation: of its path, its query and its headers. */
export function describeParameters(
  components: Components,
  references: Pick<References, 'parameter'>,
  operation: OperationPlan,
  examples: readonly NamedExample[] = [],
): readonly JsonSchema[] {
  const { segments, parameters, path } = operation;
  const template = { path: toPathTemplate(path) };
  const isSent = ({ name }: JsonSchema): boolean =>
    examples.some(({ request }) => request.headers[String(name).toLowerCase()] !== undefined);
  const own = [
    ...segments.flatMap((segment) =>
      segment.kind === 'fixed' ? [] : [describePlaceholder(components, operation, segment)],
    ),
    ...parameters.map((parameter) => describeParameter(components, operation, parameter)),
  ].map((parameter) => withExamples(parameter, template, examples));
  const shared = [...describeVersion(components), ...describeConditions(operation)];
  // Stated parameters come first; a path may name a placeholder twice.
  const isStated = ({ in: place, name }: JsonSchema): boolean =>
    own.some(
      (parameter) => parameter.in === place && String(parameter.name).toLowerCase() === String(name).toLowerCase(),
    );
  return [
    ...new Map(own.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter])).values(),
    ...shared
      .filter((parameter) => !isStated(parameter))
      .map((parameter) =>
        isSent(parameter)
          ? withExamples(parameter, template, examples)
          : references.parameter(String(parameter.name), parameter),
      ),
  ];
}

function describePlaceholder(
  components: Components,
  operation: OperationPlan,
  { name, of, field, by }: SegmentPlan & { readonly kind: 'placeholder' },
): JsonSchema {
  const { resources } = components.plan;
  const resource = resources.find((candidate) => candidate.name === operation.resource);
  const own = resource?.fields.find((candidate) => candidate.name === field);
  const parent = own?.schema.type === 'ref' ? own.schema.resource : undefined;
  const target = by === undefined ? undefined : resources.find((candidate) => candidate.name === parent);
  const found = target?.fields.find((candidate) => candidate.name === by) ?? own;
  const schema = found === undefined ? { type: 'string' } : describeValue(components, found.schema, 'shown');
  const holder = of === 'own' ? operation.resource : parent;
  const what = field === resource?.identity && of === 'own' ? 'ID' : `\`${by ?? field}\``;
  const description = holder === undefined ? undefined : `The ${what} of the ${holder}.`;
  return {
    name: toPlaceholderName(name),
    in: 'path',
    required: true,
    ...(description === undefined ? {} : { description }),
    schema,
  };
}

/** The name of a placeholder with the characters that all tools read: `article.slug` becomes `article_slug`. */
function toPlaceholderName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_');
}

/** Returns the path of an operation as descriptions have it: `/articles/{article_slug}`. */
export function toPathTemplate(path: string): string {
  return path.replace(/\{([^}]*)\}/g, (_, name: string) => `{${toPlaceholderName(name)}}`);
}

const bare: JsonSchema = { type: 'string' };

function describeParameter(components: Components, operation: OperationPlan, parameter: ParameterPlan): JsonSchema {
  const { name, in: place, mapsTo: means, meaning, required, default: otherwise } = parameter;
  const { schema, words, isList } = describeMeaning(components, operation, parameter);
  const withDefault =
    otherwise === undefined ? schema : { ...schema, default: isList ? toItems(otherwise) : otherwise };
  const description = joinDescriptions([meaning === undefined ? words : `${toSentence(meaning)} ${words}`]);
  return {
    name,
    in: place,
    ...(required ? { required } : {}),
    description,
    schema: withDefault,
    // One parameter holds all values, with commas.
    ...(isList && place === 'query' ? { style: 'form', explode: false } : {}),
    ...(means.kind === 'input' ? {} : { 'x-nonet-maps-to': formatMeaning(means) }),
  };
}

function toItems(otherwise: Json): Json {
  return Array.isArray(otherwise) ? otherwise : typeof otherwise === 'string' ? otherwise.split(',') : [otherwise];
}

interface Meaning {
  readonly schema: JsonSchema;
  /** A sentence. */
  readonly words: string;
  readonly isList?: boolean;
}

function describeMeaning(components: Components, operation: OperationPlan, parameter: ParameterPlan): Meaning {
  const { mapsTo: means } = parameter;
  const enforced = getParameterSchema(components.plan, operation, parameter);
  const value = describeValue(components, enforced, 'sent');
  // A text between commas is a value, also an empty one: no list is empty.
  const values = { ...value, minItems: Math.max(1, Number(value.minItems ?? 0)) };
  switch (means.kind) {
    case 'filter': {
      const path = resolveFilterPath(components.plan, operation.resource ?? '', means.path) ?? [];
      const field = `\`${means.path.join('.')}\``;
      const records = comparesItems(path) ? `Only records of which some ${field}` : `Only records whose ${field}`;
      if (means.operator !== 'in')
        return { schema: value, words: `${records} ${filters[means.operator] ?? means.operator} this value.` };
      return { schema: values, words: `${records} is one of these.`, isList: true };
    }
    case 'where':
      return { schema: value, words: `Only records for which \`${means.condition.source ?? 'the condition'}\` holds.` };
    case 'search':
      return { schema: value, words: `Only records with these words in ${formatFields(means.fields)}.` };
    case 'sort':
      return {
        schema: { type: 'string', enum: means.fields.flatMap((field) => [field, `-${field}`]) },
        words: 'The order of the records; `-` before a name: descending.',
      };
    case 'expand':
      return {
        schema: { type: 'string', enum: means.fields },
        words: `Shows the record of ${formatFields(means.fields)} instead of its ID.`,
        isList: means.fields.length > 1,
      };
    case 'fields':
      return { schema: describeShown(operation), words: 'Only these members of each record.', isList: true };
    case 'page size': {
      const { defaultSize, maxSize, clamp } = operation.paging ?? {};
      const beyond = clamp === true ? ' A larger number means the maximum.' : '';
      return {
        schema: {
          ...value,
          ...(maxSize === undefined || clamp === true ? {} : { maximum: maxSize }),
          ...(defaultSize === undefined ? {} : { default: defaultSize }),
        },
        words: `How many records a page has${maxSize === undefined ? '' : `, at most ${maxSize}`}.${beyond}`,
      };
    }
    case 'cursor':
      return { schema: { ...bare, minLength: 1 }, words: 'Where to go on: the cursor that the page before gave.' };
    case 'offset':
      return { schema: value, words: 'How many records to leave out.' };
    case 'page number':
      return { schema: value, words: 'Which page.' };
    case 'after id':
    case 'before id':
      return {
        schema: value,
        words: `The page ${means.kind === 'after id' ? 'begins after' : 'ends before'} the record with this ID.`,
      };
    case 'total':
      return { schema: { type: 'boolean' }, words: 'Whether to count the records.' };
    case 'input':
      return enforced.type === 'list' ? { schema: values, words: '', isList: true } : { schema: value, words: '' };
  }
}

/** The names that clients may choose from a response. */
function describeShown(operation: OperationPlan): JsonSchema {
  return { type: 'array', items: { type: 'string', enum: [...collectShownNames(operation)] }, minItems: 1 };
}

const filters: Readonly<Record<string, string>> = {
  '=': 'is',
  '!=': 'is not',
  '<': 'is less than',
  '<=': 'is at most',
  '>': 'is greater than',
  '>=': 'is at least',
  contains: 'contains',
  'starts with': 'starts with',
};

function formatFields(fields: readonly string[]): string {
  return fields.map((field) => `\`${field}\``).join(' or ');
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
