import type { DescriptionRoute } from './route.ts';

/** The OpenAPI description. */
export const openapi: DescriptionRoute = {
  path: '/openapi.json',
  contentType: 'application/json',
  versioned: true,
  relation: 'service-desc',
  async write({ plan, play }) {
    const { describeOpenapi } = await import('../../describe/openapi/index.ts');
    const { examples = {}, events = [] } = (await play()) ?? {};
    return JSON.stringify(describeOpenapi(plan, { examples, events }));
  },
};
