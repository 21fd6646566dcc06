import type { DescriptionRoute } from './route.ts';

/** The path of the workbench, below the base address. */
export const workbenchPath = '/workbench';

/** Creates the route of the workbench: a page with the records of the service, which is a client like any other. */
export const createWorkbenchRoute = (hasDocs: boolean): DescriptionRoute => ({
  path: workbenchPath,
  contentType: 'text/html; charset=utf-8',
  versioned: true,
  headers: () => ['Referrer-Policy', 'no-referrer'],
  async write({ plan }) {
    const { writeWorkbench } = await import('../../describe/workbench/index.ts');
    const { drawDiagrams } = await import('../../describe/docs/diagram/draw.ts');
    return writeWorkbench(plan, { hasDocs, diagrams: await drawDiagrams(plan) });
  },
});
