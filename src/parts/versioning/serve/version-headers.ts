import type { HttpResponse, Incoming } from '../../../contracts/request-context.ts';
import type { HeaderPlan } from '../../../plan/exchange.ts';
import type { Plan, VersionRowPlan } from '../../../plan/plan.ts';
import { buildVersionPrefix } from '../../../plan/version/path.ts';
import { isOver, parseMidnight } from '../../../plan/version/sunset.ts';

/** Whether a version has an operation at the path of a request, which names no version. */
export type Leads = (version: string, asked: Incoming) => boolean;

/** Adds the headers of a version to a response; the path of the request names no version. */
export type AppendVersionHeaders = (incoming: Incoming, response: HttpResponse) => HttpResponse;

/**
 * Creates the headers of a version: the version itself in the header that requests name it in, what responses vary by,
 * `Deprecation` (RFC 9745, from the moment a newer version was released), `Sunset` (RFC 8594) and the links beside them
 * (RFC 5829). `base` is the base address where one is known; `leads` says whether a version has an operation at the path of a request.
 */
export function createVersionHeaders(
  plan: Plan,
  version: VersionRowPlan,
  base: string,
  leads: Leads,
  now: () => number,
): AppendVersionHeaders {
  const { placements } = plan.versioning;
  const headers: string[] = [];
  const vary = new Set<string>();
  for (const { in: place, name } of placements) {
    if (place === 'header' && name !== undefined) {
      headers.push(name, version.name);
      vary.add(name);
    }
    if (place === 'media type') vary.add('Accept');
  }
  const since = computeDeprecationTime(plan, version);
  if (since !== undefined) headers.push('Deprecation', `@${since}`);
  const sunset = version.sunset === undefined ? undefined : parseMidnight(version.sunset);
  if (sunset !== undefined) headers.push('Sunset', new Date(sunset).toUTCString());
  const links = createLinkBuilder(plan, version, base, leads, now, since !== undefined, sunset !== undefined);
  return (incoming, response) => {
    let all = [...response.headers, ...headers];
    if (vary.size > 0) all = appendHeaderValues(all, 'Vary', [...vary]);
    const own = links?.(incoming, response);
    return { ...response, headers: own === undefined || own.length === 0 ? all : appendHeaderValues(all, 'Link', own) };
  };
}

/** Returns the headers that a version adds to responses. */
export function planVersionHeaders({ versioning: { versions, placements } }: Versioned): readonly HeaderPlan[] {
  const named = placements.flatMap(({ in: place, name }) => (place === 'header' && name !== undefined ? [name] : []));
  const varies = named.length > 0 || placements.some((placement) => placement.in === 'media type');
  const deprecated = versions.some(({ status }) => status === 'deprecated');
  const ends = versions.some(({ sunset }) => sunset !== undefined);
  const retired = versions.some(({ status }) => status === 'retired');
  const all = (name: string, when?: string): HeaderPlan => ({
    name,
    on: 'all',
    ...(when === undefined ? {} : { when }),
  });
  return [
    ...named.map((name) => all(name, 'the version of the request is known')),
    ...(varies ? [all('Vary', 'the version of the request is known')] : []),
    ...(deprecated ? [all('Deprecation', 'the version is deprecated')] : []),
    ...(ends ? [all('Sunset', 'the version has a sunset')] : []),
    ...(deprecated || ends || retired ? [all('Link', 'the version is deprecated, retired or has a sunset')] : []),
  ];
}

type Versioned = Pick<Plan, 'versioning'>;

/** Unix seconds from which a version is deprecated: when the next newer one, deprecated or retired by now or not, was released. */
function computeDeprecationTime({ versioning: { versions } }: Plan, version: VersionRowPlan): number | undefined {
  if (version.status !== 'deprecated') return undefined;
  const released = listNewerVersions(versions, version).findLast(({ status }) => status !== 'preview')?.released;
  const moment = released === undefined ? undefined : parseMidnight(released);
  return moment === undefined ? undefined : moment / 1000;
}

function listNewerVersions(versions: readonly VersionRowPlan[], version: VersionRowPlan): readonly VersionRowPlan[] {
  const at = versions.findIndex(({ name }) => name === version.name);
  return versions.slice(0, Math.max(at, 0));
}

/** Returns the newer versions that callers may go over to, newest first. */
function listSuccessors(versions: readonly VersionRowPlan[], version: VersionRowPlan): readonly VersionRowPlan[] {
  return listNewerVersions(versions, version).filter(({ status }) => status === 'current' || status === 'supported');
}

function createLinkBuilder(
  plan: Plan,
  version: VersionRowPlan,
  base: string,
  leads: Leads,
  now: () => number,
  deprecated: boolean,
  sunset: boolean,
): ((asked: Incoming, response: HttpResponse) => string[]) | undefined {
  if (!deprecated && !sunset && version.status !== 'retired') return undefined;
  const { versions, placements } = plan.versioning;
  const prefix = plan.base.prefix.replace(/\/$/, '');
  const known = base.replace(/\/+$/, '');
  const before = known === '' ? prefix : known;
  const docs = `<${before}/docs#versioning>`;
  const fixed = [
    ...(deprecated ? [`${docs}; rel="deprecation"; type="text/html"`] : []),
    ...(sunset ? [`${docs}; rel="sunset"; type="text/html"`] : []),
  ];
  const successors = listSuccessors(versions, version);
  const query = placements.find((placement) => placement.in === 'query')?.name;
  return (asked, { status }) => {
    const successor = successors.findLast((row) => !isOver(row, now));
    if (status === 404 || successor === undefined || !leads(successor.name, asked)) return fixed;
    const named = buildVersionPrefix(plan, successor.name) ?? '';
    const inQuery = query !== undefined && new URLSearchParams(asked.query).has(query);
    const target =
      before +
      named +
      asked.path.slice(prefix.length) +
      (inQuery ? `?${query}=${encodeURIComponent(successor.name)}` : '');
    return [...fixed, `<${target.replace(/[<>"\s]/g, encodeURIComponent)}>; rel="successor-version"`];
  };
}

/** Headers with values added to one that may be there already. */
function appendHeaderValues(headers: readonly string[], name: string, values: readonly string[]): string[] {
  const all = [...headers];
  const lower = name.toLowerCase();
  for (let i = 0; i < all.length; i += 2) {
    if (all[i]!.toLowerCase() !== lower) continue;
    const held = all[i + 1]!.split(',').map((part) => part.trim().toLowerCase());
    const more = values.filter((value) => !held.includes(value.toLowerCase()));
    if (more.length > 0) all[i + 1] = `${all[i + 1]}, ${more.join(', ')}`;
    return all;
  }
  all.push(name, values.join(', '));
  return all;
}
