import type { Plan } from '../../../plan/plan.ts';
import type { Json } from '../../../plan/schema.ts';

/** The source of values. */
export interface ValueSource {
  readonly plan: Pick<Plan, 'resources' | 'objects' | 'unions' | 'events' | 'deliveries'>;
  /** Milliseconds since 1970: dates are near it. */
  readonly now: number;
  /** Which of several people, things and places is meant: records with different ones differ in what is unique. */
  readonly index: number;
  /** The identity of a record that a `ref` may name; undefined if there is none. */
  identity(resource: string): Json | undefined;
  /** The newest refresh token; undefined if there is none. */
  readonly refreshToken?: string | undefined;
}

/** The field of a value. */
export interface ValuePlace {
  /** The name of its field. */
  readonly name: string;
  /** The resource or object that states the field. */
  readonly holder?: string | undefined;
  readonly meaning?: string | undefined;
  /** No two records may have the same value. */
  readonly unique?: boolean | undefined;
}
