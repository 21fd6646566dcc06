import type { Service } from '../../parts/service.ts';
import type { NamedSymbol } from '../symbols.ts';

/** The field that holds a state: the one of its machine, or the only one of the resource. */
export function findStateField({ states, resources }: Service, { name, of }: NamedSymbol): string | undefined {
  const machines = states.machines.filter(
    (machine) => machine.resource.value === of && machine.states.some((state) => state.name.value === name),
  );
  if (machines.length !== 1) return undefined;
  if (machines[0]!.field !== undefined) return machines[0]!.field.value;
  const fields = resources.resources.find((resource) => resource.name.value === of)?.fields ?? [];
  return fields.find(({ type }) => type?.kind === 'state')?.name.value;
}
