import type { Tree } from '../../../source/tree.ts';
import type { Draft } from '../contract.ts';

/** A limit of requests that an extension states. */
export interface Rate {
  readonly name: string;
  readonly kind: 'rate' | 'concurrency';
  /** `100 per minute`. */
  readonly value: string;
  /** As the column Per has it; `not shown` if the extension does not say it, empty for all requests together. */
  readonly per: string;
  /** The names of operations, or `all`. */
  readonly appliesTo: readonly string[];
  readonly code?: string;
  readonly says: readonly Tree[];
  readonly because: string;
}

/** A rule: reads the limits of one extension. */
export type RateRule = (draft: Draft) => readonly Rate[];
