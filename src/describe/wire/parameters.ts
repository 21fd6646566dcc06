import { comparesItems, resolveFilterPath } from '../../plan/fields/filter-path.ts';
import { signatureParameter } from '../../plan/files/signed-links.ts';
import { idempotencyKeyPattern, randomKeyPattern } from '../../plan/idempotency-key.ts';
import { findNamed } from '../../plan/lookup.ts';
import type { OperationPlan, ParameterPlan, SegmentPlan } from '../../plan/operation.ts';
import { collectShownNames, getParameterSchema } from '../../plan/parameter-schema.ts';
import type { ConstraintPlan, Json, ValueSchema } from '../../plan/schema.ts';
import { streamPositionPattern } from '../../plan/stream-position.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { formatTime, toSentence } from '../words.ts';
import type { WireType } from './type.ts';

/** A parameter of an operation: of its path, its query or its headers. */
export interface WireParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly type: WireType;
  readonly description?: string;
  /** The value of requests without it. */
  readonly default?: Json;
  /** It holds several values, with commas between them. */
  readonly isList?: true;
  /** The document states it in the table of the operation. */
  readonly stated?: ParameterPlan;
  /** It names the version. */
  readonly isVersion?: true;
}

/** Lists the parameters of an operation: of its path, of the table in the document, and of the whole service. */
export function listParameters(plan: WholePlan, operation: OperationPlan): readonly WireParameter[] {
  const toKey = ({ in: place, name }: WireParameter): string => `${place} ${name}`;
  const own = [
    ...listPathParameters(plan, operation),
    ...operation.parameters.map((parameter) => describeParameter(plan, operation, parameter)),
  ];
  const stated = new Set(own.map((parameter) => toKey(parameter).toLowerCase()));
  return [
    // A path may name a placeholder twice.
    ...new Map(own.map((parameter) => [toKey(parameter), parameter])).values(),
    ...[...describeVersion(plan), ...listStandardHeaders(operation)].filter(
      (parameter) => !stated.has(toKey(parameter).toLowerCase()),
    ),
  ];
}

/** Returns the name of a placeholder with the characters that all tools read: `article.slug` becomes `article_slug`. */
export function toPlaceholderName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_');
}

/** Lists the placeholders of a path, in its order. */
export function listPathParameters(plan: WholePlan, operation: OperationPlan): readonly WireParameter[] {
  return operation.segments.flatMap((segment) =>
    segment.kind === 'fixed' ? [] : [describePlaceholder(plan, operation, segment)],
  );
}

function describePlaceholder(
  { resources }: WholePlan,
  operation: OperationPlan,
  { name, of, field, by }: SegmentPlan & { readonly kind: 'placeholder' },
): WireParameter {
  const resource = findNamed(resources, operation.resource);
  const own = findNamed(resource?.fields ?? [], field);
  const parent = own?.schema.type === 'ref' ? own.schema.resource : undefined;
  const target = by === undefined ? undefined : findNamed(findNamed(resources, parent)?.fields ?? [], by);
  const { nullable: _, ...schema } = (target ?? own)?.schema ??
    findNamed(operation.parameters, name)?.schema ?? { type: 'string' };
  const holder = of === 'own' ? operation.resource : parent;
  const what = field === resource?.identity && of === 'own' ? 'ID' : `\`${by ?? field}\``;
  return {
    name,
    in: 'path',
    required: true,
    type: { kind: 'value', schema: schema as ValueSchema, use: 'shown' },
    ...(holder === undefined ? {} : { description: `The ${what} of the ${holder}.` }),
  };
}

function describeParameter(plan: WholePlan, operation: OperationPlan, parameter: ParameterPlan): WireParameter {
  const { name, in: place, meaning, required } = parameter;
  const { schema, words, isList = false, default: own } = describeMeaning(plan, operation, parameter);
  const otherwise = parameter.default ?? own;
  return {
    name,
    in: place,
    required,
    type: { kind: 'value', schema, use: 'sent' },
    description: meaning === undefined ? words : `${toSentence(meaning)} ${words}`,
    ...(otherwise === undefined ? {} : { default: isList ? toItems(otherwise) : otherwise }),
    ...(isList ? { isList } : {}),
    stated: parameter,
  };
}

function toItems(otherwise: Json): Json {
  return Array.isArray(otherwise) ? otherwise : typeof otherwise === 'string' ? otherwise.split(',') : [otherwise];
}

interface Meaning {
  readonly schema: ValueSchema;
  /** A sentence. */
  readonly words: string;
  readonly isList?: true;
  readonly default?: Json;
}

function describeMeaning(plan: WholePlan, operation: OperationPlan, parameter: ParameterPlan): Meaning {
  const { mapsTo: means } = parameter;
  const schema = getParameterSchema(plan, operation, parameter);
  switch (means.kind) {
    case 'filter': {
      const path = resolveFilterPath(plan, operation.resource ?? '', means.path) ?? [];
      const field = `\`${means.path.join('.')}\``;
      const records = comparesItems(path) ? `Only records of which some ${field}` : `Only records whose ${field}`;
      if (means.operator !== 'in')
        return { schema, words: `${records} ${filters[means.operator] ?? means.operator} this value.` };
      return { schema: withItem(schema), words: `${records} is one of these.`, isList: true };
    }
    case 'where':
      return { schema, words: `Only records for which \`${means.condition.source ?? 'the condition'}\` holds.` };
    case 'search':
      return { schema, words: `Only records with these words in ${formatFields(means.fields)}.` };
    case 'sort':
      return {
        schema: { type: 'choice', values: means.fields.flatMap((field) => [field, `-${field}`]) },
        words: 'The order of the records; `-` before a name: descending.',
      };
    case 'expand': {
      const field: ValueSchema = { type: 'choice', values: means.fields };
      const words = `Shows the record of ${formatFields(means.fields)} instead of its ID.`;
      return means.fields.length > 1 ? { schema: listOf(field), words, isList: true } : { schema: field, words };
    }
    case 'fields': {
      const values = [...collectShownNames(operation)];
      return { schema: listOf({ type: 'choice', values }), words: 'Only these members of each record.', isList: true };
    }
    case 'page size': {
      const { defaultSize, maxSize, clamp } = operation.paging ?? {};
      const beyond = clamp === true ? ' A larger number means the maximum.' : '';
      const isBound = maxSize !== undefined && clamp !== true;
      return {
        schema: isBound ? withRange(schema, { unit: 'value', to: String(maxSize) }) : schema,
        words: `How many records a page has${maxSize === undefined ? '' : `, at most ${maxSize}`}.${beyond}`,
        ...(defaultSize === undefined ? {} : { default: defaultSize }),
      };
    }
    case 'cursor':
      return {
        schema: withRange({ type: 'string' }, { unit: 'characters', from: '1' }),
        words: 'Where to go on: the cursor that the page before gave.',
      };
    case 'offset':
      return { schema, words: 'How many records to leave out.' };
    case 'page number':
      return { schema, words: 'Which page.' };
    case 'after id':
      return { schema, words: 'The page begins after the record with this ID.' };
    case 'before id':
      return { schema, words: 'The page ends before the record with this ID.' };
    case 'total':
      return { schema: { type: 'boolean' }, words: 'Whether to count the records.' };
    case 'input':
      return schema.type === 'list' ? { schema: withItem(schema), words: '', isList: true } : { schema, words: '' };
  }
}

type Range = Omit<Extract<ConstraintPlan, { readonly kind: 'range' }>, 'kind' | 'line'>;

function withRange(schema: ValueSchema, range: Range): ValueSchema {
  return { ...schema, constraints: [...(schema.constraints ?? []), { kind: 'range', ...range, line: 0 }] };
}

/** A text between commas is a value, also an empty one: no list is empty. */
function withItem(schema: ValueSchema): ValueSchema {
  const least = schema.constraints?.find((one) => one.kind === 'range' && one.unit === 'items');
  const isStated = least?.kind === 'range' && Number(least.from ?? 0) >= 1;
  return isStated ? schema : withRange(schema, { unit: 'items', from: '1' });
}

function listOf(item: ValueSchema): ValueSchema {
  return withItem({ type: 'list', item });
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

/** The parameter that names the version; a version in the path is part of the address of the service. */
function describeVersion({ version, versioning }: WholePlan): readonly WireParameter[] {
  const { placements, versions } = versioning;
  if (version === undefined) return [];
  const current = versions.find(({ status }) => status === 'current') ?? versions[0];
  return placements.flatMap(({ in: place, name, whenAbsent }): readonly WireParameter[] => {
    if ((place !== 'header' && place !== 'query') || name === undefined) return [];
    const absent = whenAbsent === 'current' ? current?.name : whenAbsent;
    const isAbsent = absent === version.name;
    return [
      {
        name,
        in: place,
        required: placements.length === 1 && !isAbsent,
        type: { kind: 'text', constant: version.name },
        description: `The API version. This description is of ${version.name}${isAbsent ? ', which is also the version of requests without it' : ''}.`,
        isVersion: true,
      },
    ];
  });
}

/** The idempotency key, conditions on the version of a record, and where a stream goes on. */
function listStandardHeaders(operation: OperationPlan): readonly WireParameter[] {
  const { idempotency, preconditions, exchange, kind, method } = operation;
  const isTagged = method === 'GET' && exchange?.statuses.some(({ status }) => status === 304) === true;
  const all = [
    ...(idempotency === undefined ? [] : [describeKey(operation, idempotency)]),
    ...(isTagged ? [conditions['If-None-Match']] : []),
    ...preconditions.map(({ header, required }) => ({ ...conditions[header], required })),
    ...(kind === 'stream events' ? [lastEvent] : []),
    ...(operation.signed === undefined ? [] : [signature]),
  ];
  return all;
}

const header = { in: 'header', required: false, type: { kind: 'text' } } as const;

const conditions: Readonly<Record<'If-Match' | 'If-None-Match', WireParameter>> = {
  'If-Match': {
    ...header,
    name: 'If-Match',
    description: 'The `ETag` of the record as you read it: the request is rejected if the record has changed since.',
  },
  'If-None-Match': {
    ...header,
    name: 'If-None-Match',
    description: 'The `ETag` of a response that you keep: the response is 304 if it is still the same.',
  },
};

const lastEvent: WireParameter = {
  ...header,
  name: 'Last-Event-ID',
  description:
    'The ID of the last event that you received: the stream goes on after it. 0 begins with the oldest stored event.',
  type: { kind: 'text', pattern: streamPositionPattern },
};

const signature: WireParameter = {
  name: signatureParameter,
  in: 'query',
  required: false,
  description: 'The signature of a link that a response showed: the request needs no credential.',
  type: { kind: 'text' },
};

function describeKey(
  { access: { open, grants } }: OperationPlan,
  { header: name, required, keptFor }: NonNullable<OperationPlan['idempotency']>,
): WireParameter {
  const isPublic = open || grants.some(({ kind }) => kind === 'public');
  const random = isPublic ? ' Without a credential it must be a random UUID (version 4 or 7).' : '';
  const kept = keptFor === undefined ? '' : ` The response is kept for ${formatTime(keptFor)}.`;
  return {
    name,
    in: 'header',
    required,
    description: `A key of your own for this request: sent again with the same key and body, it is not done twice.${random}${kept}`,
    type: { kind: 'text', pattern: open ? randomKeyPattern : idempotencyKeyPattern },
  };
}
