import type { EventExample, Examples } from '../examples/exchange.ts';

/** The versions of OpenAPI that can be generated: patch versions differ in their number alone. */
export const openapiVersions = ['3.1.0', '3.1.1', '3.1.2', '3.2.0'] as const;

/** A version of OpenAPI that can be generated. */
export type OpenapiVersion = (typeof openapiVersions)[number];

/** Returns whether descriptions of a version have what OpenAPI 3.2 added. */
export function hasVersion32(openapi: OpenapiVersion): boolean {
  return openapi >= '3.2';
}

/** The options of an OpenAPI description. */
export interface OpenapiOptions {
  /** Default: `3.1.2`. */
  readonly openapi?: OpenapiVersion;
  /** Exchanges with the service that become the examples of its operations. */
  readonly examples?: Examples;
  /** Events that a service emitted: they become the examples of its webhooks. */
  readonly events?: readonly EventExample[];
}
