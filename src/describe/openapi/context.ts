import type { createErrorBody } from '../../codegen/errors.ts';
import type { WholePlan } from '../../plan/whole.ts';
import type { EventExample, Examples } from '../examples/exchange.ts';
import type { Components } from '../schemas/index.ts';
import type { OpenapiVersion } from './options.ts';
import type { FindRefusal } from './played.ts';
import type { References } from './references.ts';

/** The parts of an OpenAPI description that its operations share. */
export interface OpenapiContext {
  readonly plan: WholePlan;
  readonly openapi: OpenapiVersion;
  readonly schemas: Components;
  readonly references: References;
  readonly examples: Examples;
  readonly findRefusal: FindRefusal;
  readonly events: readonly EventExample[];
  /** Writes the body of a refusal as the service does. */
  readonly errorBody: ReturnType<typeof createErrorBody>;
}
