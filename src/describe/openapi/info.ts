import type { JsonSchema } from '../../parts/registry.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { enumerate } from '../../text/enumerate.ts';
import { own } from '../../text/own-property.ts';
import { isPushed } from '../deliveries.ts';
import { nameVersion } from '../requests.ts';
import { capitalize, joinDescriptions, toPlural, toWords } from '../words.ts';

/** Describes what the service is: its name, version, purpose and contact. */
export function describeInfo(plan: WholePlan): JsonSchema {
  const { name, summary, purpose, version } = plan;
  const { contact, terms } = purpose;
  return {
    title: name,
    version: version?.name ?? 'unversioned',
    ...(summary === '' ? {} : { summary }),
    description: joinDescriptions([
      purpose.prose === '' ? summary : purpose.prose,
      purpose.inScope.length === 0 ? undefined : `In scope: ${purpose.inScope.join(', ')}.`,
      purpose.outOfScope.length === 0 ? undefined : `Out of scope: ${purpose.outOfScope.join(', ')}.`,
      describeVersions(plan),
      plan.gaps.length === 0 ? undefined : 'The document leaves something open: see `x-not-shown`.',
    ]),
    ...(contact === undefined ? {} : { contact: describeContact(contact) }),
    ...(terms !== undefined && URL.canParse(terms) ? { termsOfService: terms } : {}),
  };
}

function describeContact(contact: string): JsonSchema {
  if (URL.canParse(contact)) return contact.startsWith('mailto:') ? { email: contact.slice(7) } : { url: contact };
  return /^[^\s@]+@[^\s@]+$/.test(contact) ? { email: contact } : { name: contact };
}

function describeVersions({ version, versioning }: WholePlan): string | undefined {
  if (version === undefined || versioning.versions.length < 2) return undefined;
  const lines = versioning.versions.map(({ name, status, sunset, meaning }) => {
    const more = [status, sunset === undefined ? '' : `sunset ${sunset}`, meaning ?? ''].filter((part) => part !== '');
    return `- ${name === version.name ? `**${name}**` : name}: ${more.join('; ')}`;
  });
  return `Versions of this API:\n\n${lines.join('\n')}`;
}

/** Lists the address of the service; relative where the document does not state it. */
export function listServers(plan: WholePlan): readonly JsonSchema[] {
  const root = plan.base.known ?? plan.base.prefix;
  const url = root + nameVersion(plan, plan.version?.name).prefix;
  return [{ url: url === '' ? '/' : url }];
}

/** The tag of an operation: the plural of its resource, or the subject of a standard operation. */
export function getTag({ resource, kind }: WholePlan['operations'][number]): string {
  if (resource !== undefined) return capitalize(toPlural(toWords(resource)));
  return kind.endsWith('token') ? 'Tokens' : kind === 'handler' ? 'Others' : 'Events';
}

/** Lists the tags with the prose of their resources, in the order of the operations. */
export function listTags({ operations, resources, deliveries }: WholePlan): readonly JsonSchema[] {
  const tags = new Map(operations.map((operation) => [getTag(operation), operation.resource]));
  if (deliveries.some(isPushed)) tags.set('Events', tags.get('Events'));
  return [...tags].map(([name, resource]) => {
    const prose = resources.find((candidate) => candidate.name === resource)?.description ?? [];
    const tagged = operations.filter((operation) => getTag(operation) === name);
    const verbs = [...new Set(tagged.map(({ verb, kind }) => toWords((verb ?? kind).replaceAll('_', ' '))))];
    const words = own(standard, name) ?? `${capitalize(enumerate(verbs, 'and'))} ${name.toLowerCase()}.`;
    const description = joinDescriptions(prose.map(({ text }) => text)) || words;
    return { name, description };
  });
}

const standard: Readonly<Record<string, string>> = {
  Events: 'Events of the service.',
  Tokens: 'Access tokens of OAuth 2.',
  Others: 'Other operations.',
};

/** Lists what the document leaves open, without what it only records as decided. */
export function listGaps({ gaps }: WholePlan): JsonSchema {
  if (gaps.length === 0) return {};
  return {
    'x-not-shown': gaps.map(({ part, what, line }) => ({ part, what, ...(line === undefined ? {} : { line }) })),
  };
}
