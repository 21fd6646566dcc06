import type { DescriptionRoute, DescriptionView } from './route.ts';

/** The path of the API catalog (RFC 9727, section 2). */
export const catalogPath = '/.well-known/api-catalog';

const profile = 'https://www.rfc-editor.org/info/rfc9727';

/** Creates the API catalog (RFC 9727): a linkset (RFC 9264) with the descriptions of each version of the API. */
export function createApiCatalog(described: readonly DescriptionRoute[]): DescriptionRoute {
  return {
    path: catalogPath,
    contentType: `application/linkset+json; profile="${profile}"`,
    atRoot: true,
    headers: (view) => [
      'Link',
      [
        `<${view.address(catalogPath)}>; rel="api-catalog"`,
        ...listApis(view).map(({ href }) => `<${href}>; rel="item"`),
      ].join(', '),
    ],
    async write(view) {
      const apis = listApis(view);
      const { contact: _, terms } = view.plan.purpose;
      const linkset = [
        { anchor: view.address(catalogPath), item: apis.map(({ href }) => ({ href })) },
        ...apis.map(({ href, version }) => ({
          anchor: href,
          ...groupLinks(view, described, version),
          ...(terms !== undefined && URL.canParse(terms) ? { 'terms-of-service': [{ href: terms }] } : {}),
        })),
      ];
      return JSON.stringify({ linkset });
    },
  };
}

interface Api {
  readonly href: string;
  readonly version?: string;
}

/** The API once for each version whose paths are its own; else once. */
function listApis({ plan, address }: DescriptionView): readonly Api[] {
  const { versions, placements, older = [] } = plan.versioning;
  if (!placements.some((placement) => placement.in === 'path')) return [{ href: address('/') }];
  const served = [...versions.slice(0, 1), ...older];
  return served.map(({ name }) => ({ href: address('/', name), version: name }));
}

/** The descriptions by their relation; those of all versions where the paths of the API do not name one. */
function groupLinks(
  { plan, address }: DescriptionView,
  described: readonly DescriptionRoute[],
  version: string | undefined,
): Readonly<Record<string, readonly object[]>> {
  const { versions, older = [] } = plan.versioning;
  const names = version === undefined ? [...versions.slice(0, 1), ...older].map(({ name }) => name) : [version];
  const links = described.flatMap(({ path, contentType, versioned, relation }) => {
    if (relation === undefined) return [];
    const type = contentType.replace(/;.*$/, '');
    const all = versioned === true && names.length > 0 ? names : [undefined];
    return all.map((name) => ({
      relation,
      href: address(path, name),
      type,
      ...(name === undefined ? {} : { title: `Version ${name}` }),
    }));
  });
  const groups = Map.groupBy(links, ({ relation }) => relation);
  return Object.fromEntries(
    [...groups].map(([relation, all]) => [relation, all.map(({ relation: _, ...link }) => link)]),
  );
}
