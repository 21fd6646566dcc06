import type { ValueSchema } from '../../../plan/schema.ts';
import { present } from '../../../text/present.ts';
import type { FieldModel, ResourceModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';
import { resolveSchema } from '../schemas.ts';
import { dependsOnOthers } from '../shown-fields.ts';
import { has, mayBeAbsent } from '../vocabulary.ts';
import { explainWhyNotShown, findField, type Holder } from './fields.ts';

/** A field as answers see it. */
export interface ShownField {
  readonly schema: ValueSchema;
  /** The record may lack it. */
  readonly optional: boolean;
  /** Why it is not shown. */
  readonly hidden?: string;
}

/**
 * A field of a resource or object as answers see it; `created`: in the answer of create, for the record itself; `told`: in the payload of an
 * event.
 */
export function findShownField(
  service: Service,
  holder: Holder,
  name: string,
  created = true,
  told = false,
): ShownField | undefined {
  const field = findField(holder, name);
  if (field === undefined) return undefined;
  const resource = holder.kind === 'resource' ? holder.model : undefined;
  const hidden = explainWhyNotShown(field, created) ?? (told ? explainWhyNotTold(resource, field) : undefined);
  const absent = field.type?.nullable !== true && !has(field, 'required');
  return {
    schema: resolveSchema(service, field, `${holder.model.name.value}.${field.name.value}`),
    optional: resource === undefined ? absent : mayBeAbsent(service, resource, field),
    ...present({ hidden }),
  };
}

/** An event has no caller, and its payload is fixed when it is recorded. */
function explainWhyNotTold(resource: ResourceModel | undefined, field: FieldModel): string | undefined {
  return resource !== undefined && dependsOnOthers(resource.fields, field)
    ? 'computed from the caller or from other records'
    : undefined;
}
