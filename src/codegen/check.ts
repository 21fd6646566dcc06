import type { FieldError } from '../contracts/record.ts';
import type { FieldErrorName } from '../plan/fields/field-errors.ts';
import type { Plan } from '../plan/plan.ts';
import type { ValueSchema } from '../plan/schema.ts';
import type { ModuleText } from './module.ts';

/**
 * How strictly a value is looked at: `sent` as a client sends it, `patch` as part of a merge patch (objects may lack members,
 * null takes them away), `kept` as a record holds it (a hash in place of a password).
 */
export type CheckMode = 'sent' | 'patch' | 'kept';

/** Values known at the code of a check, for its field error. */
export type FieldErrorFacts = Pick<FieldError, 'empty' | 'facts'>;

/** The checks of a plan, written into a module as they are asked for. */
export interface Checks {
  readonly module: ModuleText;
  readonly plan: Plan;
  /** The name of the check runtime. */
  readonly $: string;
  /**
   * The name of a function `(v, p) => value`: gives the value as it is kept (lists and objects in place) and adds to `p` what is
   * wrong, with pointers that begin at the value.
   */
  of(schema: ValueSchema, mode: CheckMode): string;
  /** A statement that adds a problem with this pointer. */
  problem(kind: FieldErrorName, message: string, pointer?: string, line?: number, more?: FieldErrorFacts): string;
}
