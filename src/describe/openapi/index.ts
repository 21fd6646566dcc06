import type { WholePlan } from '../../plan/whole.ts';
import type { OpenapiOptions } from './options.ts';

/** Describes a service as OpenAPI, as the clients of one version see it. */
export function describeOpenapi(plan: WholePlan, { openapi = '3.1.2' }: OpenapiOptions = {}): object {
  const { name, version } = plan;
  return { openapi, info: { title: name, version: version?.name ?? '1' }, paths: {} };
}
