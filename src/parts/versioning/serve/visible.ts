import type { RecordValue } from '../../../contracts/record.ts';
import type { VersionTransform } from '../../../contracts/versions.ts';
import { createWriteMask } from '../../endpoints/serve/write-masking.ts';
import { listOlderFields } from './older-fields.ts';

/** The fields of an older version that hold something hidden from its callers. */
export interface VisibleParts {
  has(field: string): boolean;
  /** The objects and lists inside such fields of some records, each with a copy that has the visible members alone. */
  find(records: readonly RecordValue[], fields: readonly string[]): WeakMap<object, object>;
}

/** Creates it for the fields that callers of an older version send. */
export function createVisibleParts(transform: VersionTransform): VisibleParts {
  const mask = createWriteMask(transform.shown);
  const hiding = new Map(
    listOlderFields(transform).flatMap(({ field, plan }) =>
      mask.field(plan) || mask.covers(plan.schema) ? [[field, plan.schema] as const] : [],
    ),
  );
  return {
    has: (field) => hiding.has(field),
    find(records, fields) {
      const copies = new WeakMap<object, object>();
      for (const field of fields) {
        const schema = hiding.get(field);
        if (schema !== undefined) for (const record of records) mask.shown(schema, record[field], copies);
      }
      return copies;
    },
  };
}
