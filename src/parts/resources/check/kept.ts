import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { findReference, listMachines } from '../../resolve/definitions.ts';
import { indexStates, isTimed } from '../../resolve/machines.ts';
import { createOperationNames } from '../../resolve/operation-names.ts';
import type { Service } from '../../service.ts';
import type { TransitionModel } from '../../states/model.ts';
import { diagnostics } from '../diagnostics.ts';
import type { ResourceModel } from '../model.ts';

/**
 * Warns of references that keep a record from ever being erased: records that are kept as gone still refer to it, and nothing
 * takes their references away.
 */
export function checkKept(service: Service, resource: ResourceModel, report: (diagnostic: Diagnostic) => void): void {
  const kept = findGoneState(service, resource.name.value);
  if (kept === undefined) return;
  for (const field of resource.fields) {
    const stated = field.constraints.find(({ kind }) => kind === 'on delete');
    const { to, onDelete } = findReference(field) ?? {};
    if (stated === undefined || to === undefined || onDelete === 'clear' || !isErased(service, to)) continue;
    report(diagnostics['never-erased'](stated.span, resource.name.value, kept.state, to, kept.row));
  }
}

/** The `gone` state in which a resource's records are kept, and a row that leads to it. */
function findGoneState(
  service: Service,
  resource: string,
): { readonly state: string; readonly row: TransitionModel['span'] } | undefined {
  for (const machine of listMachines(service, resource)) {
    const states = indexStates(machine);
    for (const { name, to, span } of machine.transitions) {
      if (name.value !== 'delete' || to?.kind !== 'state') continue;
      if (states.get(to.state.value)?.kind?.value === 'gone') return { state: to.state.value, row: span };
    }
  }
  return undefined;
}

/** Whether an operation or the time erases records of a resource: some row of `delete` leads to no state, or there is none. */
function isErased(service: Service, resource: string): boolean {
  const rows = listMachines(service, resource).flatMap(({ transitions }) =>
    transitions.filter(({ name }) => name.value === 'delete'),
  );
  const erases = ({ to }: TransitionModel): boolean => to === undefined;
  if (rows.some((row) => isTimed(row) && erases(row))) return true;
  const own = createOperationNames(service).of.get(resource) ?? [];
  const called = own.some(({ name }) => name.verb === 'delete' && !name.code);
  const asked = rows.filter((row) => !isTimed(row));
  return called && (asked.length === 0 || asked.some(erases));
}
