import type { Before } from '../resolve/environments-plain.ts';
import { createOperationNames } from '../resolve/operation-names.ts';
import type { Service } from '../service.ts';
import type { EventModel } from './model.ts';

/** Returns whether the record of an event was there before. */
export function resolveBefore(service: Service, resource: string, { when }: Pick<EventModel, 'when'>): Before {
  const creates = createOperationNames(service).running('create', resource);
  const isCreate = (text: string): boolean =>
    text === `create ${resource}` || creates.some(({ name }) => name.text === text && !name.code);
  const made = when.filter(({ operation, emitted }) => !emitted && isCreate(operation.value)).length;
  if (made === 0) return 'always';
  return made === when.length ? 'never' : 'sometimes';
}
