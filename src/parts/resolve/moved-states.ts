import { listBindingTransitions } from '../../plan/kinds.ts';
import type { FieldModel } from '../resources/model.ts';
import type { Service } from '../service.ts';
import { findMachine } from './definitions.ts';
import { isTimed } from './machines.ts';
import { collectDefinitions } from './vocabulary.ts';

/** Whether rows of an operation move records to states of a field: `create`, `update` or `replace`. Clients may send the state in which they want it. */
export function isMovedBy(service: Service, resource: string, verb: string, field: FieldModel): boolean {
  const model = collectDefinitions(service).resources.get(resource);
  const isHidden = field.constraints.some(({ kind }) => kind === 'direction');
  if (field.type?.kind !== 'state' || model === undefined || isHidden) return false;
  const rows = (findMachine(service, model, field.name.value)?.transitions ?? []).filter((row) => !isTimed(row));
  const name = listBindingTransitions(verb).find((candidate) => rows.some((row) => row.name.value === candidate));
  return rows.some((row) => row.name.value === name && row.to?.kind === 'state');
}
