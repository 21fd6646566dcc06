import type { JsonSchema } from '../../parts/registry.ts';
import type { OperationPlan, ParameterPlan, SegmentPlan } from '../../plan/operation.ts';
import type { Json } from '../../plan/schema.ts';
import { type Components, describeValue } from '../schemas/index.ts';
import { joinDescriptions, toSentence } from '../words.ts';
import type { References } from './references.ts';
import { formatDuration } from './security.ts';

/** Describes the parameters of an operation: of its path, its query and its headers. */
export function describeParameters(
  components: Components,
  references: Pick<References, 'parameter'>,
  operation: OperationPlan,
): readonly JsonSchema[] {
  const { segments, parameters } = operation;
  const own = [
    ...segments.flatMap((segment) =>
      segment.kind === 'fixed' ? [] : [describePlaceholder(components, operation, segment)],
    ),
    ...parameters.map((parameter) => describeParameter(components, operation, parameter)),
  ];
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
      .map((parameter) => references.parameter(String(parameter.name), parameter)),
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

function describeMeaning(
  components: Components,
  operation: OperationPlan,
  { mapsTo: means, schema }: ParameterPlan,
): Meaning {
  const value = schema === undefined ? bare : describeValue(components, schema, 'sent');
  switch (means.kind) {
    case 'filter': {
      const field = means.path.join('.');
      if (means.operator !== 'in')
        return {
          schema: value,
          words: `Only records whose \`${field}\` ${filters[means.operator] ?? means.operator} this value.`,
        };
      const items = { type: 'array', items: value };
      return { schema: items, words: `Only records whose \`${field}\` is one of these.`, isList: true };
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
        schema: { type: 'string', enum: [means.field] },
        words: `Shows the record of \`${means.field}\` instead of its ID.`,
      };
    case 'fields':
      return { schema: { type: 'array', items: bare }, words: 'Only these members of each record.', isList: true };
    case 'page size': {
      const { defaultSize, maxSize, clamp } = operation.paging ?? {};
      const beyond = clamp === true ? ' A larger number means the maximum.' : '';
      return {
        schema: {
          type: 'integer',
          minimum: 1,
          ...(maxSize === undefined || clamp === true ? {} : { maximum: maxSize }),
          ...(defaultSize === undefined ? {} : { default: defaultSize }),
        },
        words: `How many records a page has${maxSize === undefined ? '' : `, at most ${maxSize}`}.${beyond}`,
      };
    }
    case 'cursor':
      return { schema: bare, words: 'Where to go on: the cursor that the page before gave.' };
    case 'offset':
      return { schema: { type: 'integer', minimum: 0 }, words: 'How many records to leave out.' };
    case 'page number':
      return { schema: { type: 'integer', minimum: 1 }, words: 'Which page.' };
    case 'after id':
    case 'before id':
      return {
        schema: value,
        words: `The page ${means.kind === 'after id' ? 'begins after' : 'ends before'} the record with this ID.`,
      };
    case 'total':
      return { schema: { type: 'boolean' }, words: 'Whether to count the records.' };
    case 'input':
      return { schema: value, words: '', isList: schema?.type === 'list' };
  }
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
      return `${means.kind} ${means.fields.join(', ')}`;
    case 'expand':
      return `expand ${means.field}`;
    default:
      return means.kind;
  }
}

/** The parameter that names the version; a version in the path is part of the address of the server. */
function describeVersion({ plan }: Components): readonly JsonSchema[] {
  const { version, versioning } = plan;
  const { placements, versions } = versioning;
  if (version === undefined) return [];
  const [first] = placements;
  const current = versions.find(({ status }) => status === 'current') ?? versions[0];
  return placements.flatMap((placement) => {
    const { in: place, name, whenAbsent } = placement;
    if ((place !== 'header' && place !== 'query') || name === undefined) return [];
    const absent = whenAbsent === 'current' ? current?.name : whenAbsent;
    const required = placement === first && placements.length === 1 && absent !== version.name;
    return [
      {
        name,
        in: place,
        ...(required ? { required } : {}),
        description: `The API version. This description is of ${version.name}${absent === version.name ? ', which is also the version of requests without it' : ''}.`,
        schema: { type: 'string', const: version.name },
      },
    ];
  });
}

/** The idempotency key, conditions on the version of a record, and where a stream goes on. */
function describeConditions({
  idempotency,
  preconditions,
  exchange,
  kind,
  method,
}: OperationPlan): readonly JsonSchema[] {
  const stated = preconditions.map(({ header, required }) => ({
    ...conditions[header],
    ...(required ? { required } : {}),
  }));
  const tagged = method === 'GET' && exchange?.statuses.some(({ status }) => status === 304) === true;
  return [
    ...(idempotency === undefined ? [] : [describeKey(idempotency)]),
    ...(tagged ? [conditions['If-None-Match']] : []),
    ...stated,
    ...(kind === 'stream events' ? [lastEvent] : []),
  ];
}

const conditions: Readonly<Record<'If-Match' | 'If-None-Match', JsonSchema>> = {
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    description: 'The `ETag` of the record as you read it: the request is rejected if the record has changed since.',
    schema: bare,
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of a response that you keep: the response is 304 if it is still the same.',
    schema: bare,
  },
};

const lastEvent: JsonSchema = {
  name: 'Last-Event-ID',
  in: 'header',
  description:
    'The ID of the last event that you received: the stream goes on after it. 0 begins with the oldest stored event.',
  schema: bare,
};

function describeKey({ header, required, keptFor }: NonNullable<OperationPlan['idempotency']>): JsonSchema {
  const kept = keptFor === undefined ? '' : ` The response is kept for ${formatDuration(keptFor)}.`;
  return {
    name: header,
    in: 'header',
    ...(required ? { required } : {}),
    description: `A key of your own for this request: sent again with the same key and body, it is not done twice.${kept}`,
    schema: bare,
  };
}
