import type { DescriptionRoute } from './route.ts';

/** Describes the service as text for language models (llmstxt.org). */
export const llms: DescriptionRoute = {
  path: '/llms.txt',
  contentType: 'text/plain; charset=utf-8',
  versioned: true,
  async write({ plan, address }) {
    const { describeLlms } = await import('../../describe/docs/llms.ts');
    const { name } = plan.version ?? {};
    return describeLlms(plan, {
      docs: address('/docs', name),
      document: address('/docs.md'),
      openapi: address('/openapi.json', name),
    });
  },
};

/** The document itself. */
export const markdown: DescriptionRoute = {
  path: '/docs.md',
  contentType: 'text/markdown; charset=utf-8',
  write: async ({ plan }) => plan.text ?? '',
};
