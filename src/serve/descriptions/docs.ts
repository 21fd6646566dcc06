import { serviceFromPage } from './browser-service.ts';
import { pythonClient, typescriptClient } from './clients.ts';
import type { DescriptionRoute } from './route.ts';

const files = [
  { title: 'OpenAPI', path: '/openapi.json' },
  { title: 'TypeScript', path: typescriptClient.path },
  { title: 'Python', path: pythonClient.path },
];

/** The documentation page. */
export const docs: DescriptionRoute = {
  path: '/docs',
  contentType: 'text/html; charset=utf-8',
  versioned: true,
  relation: 'service-doc',
  async write({ plan, playSoFar, address, runsInPage }) {
    const { describeDocs } = await import('../../describe/docs/index.ts');
    const { drawDiagrams } = await import('../../describe/docs/diagram/draw.ts');
    const { ended, result: played } = playSoFar();
    const diagrams = await drawDiagrams(plan);
    const { versions, older = [] } = plan.versioning;
    const names = [...versions.slice(0, 1), ...older].map(({ name }) => name);
    return describeDocs({
      plan,
      versions: names.map((name) => ({ name, address: address('/docs', name) })),
      files: files.map(({ title, path }) => ({ title, address: address(path, plan.version?.name) })),
      ...(diagrams === undefined ? {} : { diagrams }),
      ...(played === undefined ? {} : { played }),
      ...(ended ? {} : { isPlaying: true }),
      ...(runsInPage ? { serviceFile: serviceFromPage } : {}),
    });
  },
};
