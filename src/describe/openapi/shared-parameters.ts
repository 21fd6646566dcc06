import type { JsonSchema } from '../../parts/registry.ts';
import { signatureParameter } from '../../plan/files/signed-links.ts';
import { idempotencyKeyPattern, randomKeyPattern } from '../../plan/idempotency-key.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import { streamPositionPattern } from '../../plan/stream-position.ts';
import type { Components } from '../schemas/index.ts';
import { formatDuration } from './security.ts';

const bare: JsonSchema = { type: 'string' };

/** The parameter that names the version; a version in the path is part of the address of the server. */
export function describeVersion({ plan }: Components): readonly JsonSchema[] {
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
export function describeConditions({
  access,
  idempotency,
  preconditions,
  exchange,
  kind,
  method,
  signed,
}: OperationPlan): readonly JsonSchema[] {
  const stated = preconditions.map(({ header, required }) => ({
    ...conditions[header],
    ...(required ? { required } : {}),
  }));
  const tagged = method === 'GET' && exchange?.statuses.some(({ status }) => status === 304) === true;
  return [
    ...(idempotency === undefined ? [] : [describeKey(idempotency, access)]),
    ...(tagged ? [conditions['If-None-Match']] : []),
    ...stated,
    ...(kind === 'stream events' ? [lastEvent] : []),
    ...(signed === undefined ? [] : [signature]),
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
  schema: { type: 'string', pattern: streamPositionPattern },
};

const signature: JsonSchema = {
  name: signatureParameter,
  in: 'query',
  description: 'The signature of a link that a response showed: the request needs no credential.',
  schema: bare,
};

function describeKey(
  { header, required, keptFor }: NonNullable<OperationPlan['idempotency']>,
  { open, grants }: OperationPlan['access'],
): JsonSchema {
  const isPublic = open || grants.some(({ kind }) => kind === 'public');
  const random = isPublic ? ' Without a credential it must be a random UUID (version 4 or 7).' : '';
  const kept = keptFor === undefined ? '' : ` The response is kept for ${formatDuration(keptFor)}.`;
  return {
    name: header,
    in: 'header',
    ...(required ? { required } : {}),
    description: `A key of your own for this request: sent again with the same key and body, it is not done twice.${random}${kept}`,
    schema: { type: 'string', pattern: open ? randomKeyPattern : idempotencyKeyPattern },
  };
}
