import type { Plan } from '../plan.ts';

/** A field that holds files. */
export interface FileField {
  readonly resource: string;
  readonly field: string;
}

/** Lists the fields of a plan that hold files. */
export function listFileFields({ resources }: Pick<Plan, 'resources'>): readonly FileField[] {
  return resources.flatMap(({ name, fields }) =>
    fields.flatMap((field) => (field.schema.type === 'file' ? [{ resource: name, field: field.name }] : [])),
  );
}
