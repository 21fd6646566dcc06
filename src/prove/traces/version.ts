import { buildVersionPrefix } from '../../plan/version/path.ts';
import type { WholePlan } from '../../plan/whole.ts';
import type { SentRequest } from '../world/exchanged.ts';

/** Creates what says whether a request may be in another version than that of the document: its responses then have another form. */
export function createVersionOf(plan: WholePlan): (request: SentRequest) => boolean {
  const { placements, versions } = plan.versioning;
  const own = plan.version?.name ?? (versions.find(({ status }) => status === 'current') ?? versions[0])?.name;
  if (own === undefined || placements.length === 0) return () => false;
  const others = versions.filter(({ name }) => name !== own).map(({ name }) => name);
  const absent = placements[0]!.whenAbsent;
  return ({ path, headers }) => {
    const [pathname = '', query = ''] = path.split('?');
    const search = new URLSearchParams(query);
    for (const { in: place, name = 'version' } of placements) {
      const named =
        place === 'header'
          ? headers[name.toLowerCase()]
          : place === 'query'
            ? (search.get(name) ?? undefined)
            : [own, ...others].find((version) => isNamed(plan, place, name, version, pathname, headers.accept));
      if (named !== undefined) return named !== own;
    }
    return absent !== 'current' && absent !== 'refused' && absent !== own;
  };
}

function isNamed(
  plan: WholePlan,
  place: 'path' | 'media type',
  name: string,
  version: string,
  path: string,
  accept = '',
): boolean {
  if (place === 'media type') return accept.includes(name.replace('{version}', version));
  const prefix = buildVersionPrefix(plan, version);
  return prefix !== undefined && path.startsWith(`${plan.base.prefix}${prefix}/`);
}
