import { createApiCatalog } from './api-catalog.ts';
import { asyncapi } from './asyncapi.ts';
import { pythonClient, typescriptClient } from './clients.ts';
import { docs } from './docs.ts';
import { llms, markdown } from './llms.ts';
import { openapi } from './openapi.ts';
import type { DescriptionRoute } from './route.ts';

const described: readonly DescriptionRoute[] = [
  openapi,
  asyncapi,
  docs,
  typescriptClient,
  pythonClient,
  llms,
  markdown,
];

/** The descriptions that a service serves of itself: one file each in this folder. */
export const descriptionRoutes: readonly DescriptionRoute[] = [...described, createApiCatalog(described)];
