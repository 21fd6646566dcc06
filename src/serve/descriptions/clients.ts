import type { DescriptionRoute } from './route.ts';

/** The client in TypeScript, one file. */
export const typescriptClient: DescriptionRoute = {
  path: '/docs/client.ts',
  contentType: 'text/plain; charset=utf-8',
  versioned: true,
  async write({ plan }) {
    const { describeTypescriptClient } = await import('../../describe/client/typescript/index.ts');
    return describeTypescriptClient(plan);
  },
};

/** The client in Python, one file. */
export const pythonClient: DescriptionRoute = {
  path: '/docs/client.py',
  contentType: 'text/plain; charset=utf-8',
  versioned: true,
  async write({ plan }) {
    const { describePythonClient } = await import('../../describe/client/python/index.ts');
    return describePythonClient(plan);
  },
};
