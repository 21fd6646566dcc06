import { findCondition, type JsonSchema } from '../../parts/registry.ts';
import type { HeaderPlan, StatusPlan } from '../../plan/exchange.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { VersionRowPlan } from '../../plan/plan.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { own } from '../../text/own-property.ts';
import { capitalize } from '../words.ts';
import type { OpenapiContext, References } from './context.ts';

const text: JsonSchema = { type: 'string' };

/** The headers whose meaning HTTP or another standard gives. */
const known: Readonly<Record<string, { readonly description: string; readonly schema?: JsonSchema }>> = {
  ETag: { description: 'The version of what the response shows, for `If-Match` and `If-None-Match`.' },
  Location: { description: 'The address of the new record.', schema: { type: 'string', format: 'uri-reference' } },
  Link: { description: 'Links (RFC 8288): to other pages of a list, and to what replaces a deprecated version.' },
  'Retry-After': {
    description: 'How many seconds to wait before the request is sent again.',
    schema: { type: 'integer', minimum: 0 },
  },
  RateLimit: { description: 'The rest of each limit, and the seconds until there is more: `"calls";r=99;t=1`.' },
  'RateLimit-Policy': { description: 'The limits that count the request: `"calls";q=600;w=60`.' },
  'WWW-Authenticate': { description: 'How to authenticate.' },
  Deprecation: { description: 'Since when this version is deprecated (RFC 9745): `@1780272000`.' },
  Sunset: { description: 'When this version ends (RFC 8594), as an HTTP date.' },
  Vary: { description: 'The request headers on which the response depends.' },
  Accept: { description: 'The media types that are accepted.' },
  'Accept-Encoding': { description: 'The encodings of bodies that are accepted.' },
  'Accept-Patch': { description: 'The media types of patches that are accepted.' },
  Allow: { description: 'The methods of the path.' },
  'Cache-Control': { description: 'Whether and how long the response may be kept.' },
  'X-Content-Type-Options': { description: 'Always `nosniff`.', schema: { type: 'string', const: 'nosniff' } },
  Pragma: { description: 'Always `no-cache`.' },
  'X-Accel-Buffering': { description: 'Always `no`: proxies hand events on at once.' },
  'Nonet-Explain': { description: 'The line of the document that caused the error.' },
};

/** The headers of which descriptions say nothing: the media type is that of the body, and others are for browsers alone. */
const unsaid = /^(?:Content-Type|Access-Control-.*)$/i;

/** Describes the headers of the responses of an operation with a status. */
export function describeHeaders(
  { references, plan }: Pick<OpenapiContext, 'references' | 'plan'>,
  { exchange, responses }: OperationPlan,
  status: StatusPlan,
): Readonly<Record<string, JsonSchema>> {
  const versionHeaders = listVersionHeaders(plan);
  const found = (exchange?.headers ?? []).filter(
    (header) => !unsaid.test(header.name) && mayHave(header, status) && belongsToVersion(header, plan.version),
  );
  const byName = Map.groupBy(found, ({ name }) => name);
  const isVersionKnown = !status.conditions?.some((condition) => findCondition(condition)?.beforeVersion);
  return Object.fromEntries(
    [...byName].map(([name, all]) => {
      const isStated = responses.some(({ headers }) => headers.some((header) => header.name === name));
      const words = versionHeaders.includes(name)
        ? 'The API version of the response.'
        : isStated
          ? `The header \`${name}\` of the document.`
          : `The header \`${name}\`.`;
      return [name, describeHeader(references, name, all, words, isVersionKnown)] as const;
    }),
  );
}

function listVersionHeaders({ versioning }: WholePlan): readonly string[] {
  return versioning.placements.flatMap(({ in: place, name }) =>
    place === 'header' && name !== undefined ? [name] : [],
  );
}

/** Headers that announce the end of a version belong to the versions that end. */
function belongsToVersion({ when }: HeaderPlan, version: VersionRowPlan | undefined): boolean {
  if (when === 'the version is deprecated') return version?.status === 'deprecated';
  return when !== 'the version has a sunset' || version?.sunset !== undefined;
}

function mayHave({ on, when }: HeaderPlan, { status, on: side, conditions = [] }: StatusPlan): boolean {
  const stated = when === undefined ? undefined : /^the status is (\d+)$/.exec(when)?.[1];
  if (stated !== undefined && Number(stated) !== status) return false;
  if (typeof on !== 'string') return side === 'refusals' && on.some((condition) => conditions.includes(condition));
  return on === 'all' || on === side;
}

function describeHeader(
  references: References,
  name: string,
  all: readonly HeaderPlan[],
  words: string,
  isVersionKnown: boolean,
): JsonSchema {
  const { description, schema = text } = own(known, name) ?? { description: words };
  const isAlways = all.some(
    ({ on, when, optional }) =>
      !optional && typeof on === 'string' && (when === undefined || isCertain(when, isVersionKnown)),
  );
  const whens = isAlways ? [] : [...new Set(all.flatMap(describeWhen))];
  const more = whens.length === 0 ? '' : ` Sent when ${whens.join(', or when ')}.`;
  const header = { description: capitalize(description) + more, ...(isAlways ? { required: true } : {}), schema };
  return references.header(name, header);
}

function describeWhen({ when, optional }: HeaderPlan): readonly string[] {
  if (optional) return ['it has a value'];
  return when === undefined ? [] : [when];
}

/** Whether a condition holds for every response of a description: it is of one status, and of one version. */
function isCertain(when: string, isVersionKnown: boolean): boolean {
  if (when.startsWith('the status is')) return true;
  return isVersionKnown && (when === 'the version is deprecated' || when === 'the version has a sunset');
}
