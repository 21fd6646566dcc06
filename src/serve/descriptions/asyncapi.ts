import type { DescriptionRoute } from './route.ts';

/** The AsyncAPI description. */
export const asyncapi: DescriptionRoute = {
  path: '/asyncapi.json',
  contentType: 'application/json',
  versioned: true,
  relation: 'service-desc',
  async write({ plan, play }) {
    const { describeAsyncapi } = await import('../../describe/asyncapi/index.ts');
    return JSON.stringify(describeAsyncapi(plan, { events: (await play())?.events ?? [] }));
  },
};
