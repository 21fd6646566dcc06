import type { EventExample, Examples } from '../examples/exchange.ts';

/** The versions of OpenAPI that can be generated. */
export type OpenapiVersion = '3.1.2' | '3.2.0';

/** The options of an OpenAPI description. */
export interface OpenapiOptions {
  /** Default: `3.1.2`. */
  readonly openapi?: OpenapiVersion;
  /** Exchanges with the service that become the examples of its operations. */
  readonly examples?: Examples;
  /** Events that a service emitted: they become the examples of its webhooks. */
  readonly events?: readonly EventExample[];
}
