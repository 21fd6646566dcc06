import type { NestedPath } from '../plan/fields/field-path.ts';
import type { StorageClass } from '../plan/schema.ts';

/** A column of a table. `always`: every record has a value there. */
export interface ColumnLayout {
  readonly name: string;
  /** The field that it keeps; none for the version and the entry moments. */
  readonly field?: string;
  readonly storage: StorageClass;
  readonly always: boolean;
  /** Null and absent differ in expressions: a nullable field in `!=` differs from every value when it is null. */
  readonly nullable: boolean;
  readonly choices?: readonly string[];
  readonly refers?: string;
  /** From the column to the value inside it that this is; `field` then names it: `address.city`. */
  readonly inside?: readonly NestedPath[];
}

/** A column with the resource of its records. */
export interface ResourceColumn extends ColumnLayout {
  readonly resource: string;
}
