import { findOnlyInitialState } from '../../../plan/records/initial-states.ts';
import { listReadFields } from '../../../plan/records/read-fields.ts';
import { createEnvironments } from '../../resolve/environments.ts';
import { resolveExpression } from '../../resolve/expressions.ts';
import { isSentByClient } from '../../resolve/inputs.ts';
import { planMachines } from '../../resolve/machine-plan.ts';
import { findField, findIdentity, has } from '../../resolve/vocabulary.ts';
import { findFormat } from '../../resources/formats/index.ts';
import type { FieldModel, ResourceModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';

/**
 * The constraints by which a create can find an existing record, as indexes of the resource's uniques; −1 is the identity. The values of
 * their fields are known before rows of `create` are chosen, so that no guard decides whether the record is found.
 */
export function listFindingConstraints(service: Service, resource: ResourceModel): readonly number[] {
  const isKnown = createKnownFieldTest(service, resource);
  // Decimals are found by value, and unique by their digits.
  const isDecimal = (name: string): boolean => {
    const type = findField(resource, name)?.type;
    return type?.kind === 'string' && findFormat(type)?.storage === 'decimal';
  };
  const identity = findIdentity(resource)?.name.value;
  const found = identity !== undefined && isKnown(identity) ? [-1] : [];
  const uniques = resource.fields.flatMap((field) =>
    field.constraints.flatMap((constraint) => {
      if (constraint.kind !== 'unique' && constraint.kind !== 'unique where') return [];
      const fields = [field.name.value, ...constraint.with.map(({ value }) => value)];
      if (constraint.kind === 'unique') return [fields];
      const condition = resolveExpression(
        constraint.cel,
        createEnvironments(service).uniqueWhile(resource.name.value),
      ).tree;
      return condition === undefined ? [] : [[...fields, ...listReadFields(condition)]];
    }),
  );
  uniques.forEach((fields, index) => {
    if (fields.every(isKnown) && !fields.some(isDecimal)) found.push(index);
  });
  return found;
}

/** Creates the test whether the value of a field of a new record follows from the request, the path, the caller and the document. */
function createKnownFieldTest(service: Service, resource: ResourceModel): (name: string) => boolean {
  const machines = planMachines(service, resource);
  const set = new Set(
    machines
      .flatMap(({ transitions }) => transitions)
      .flatMap(({ name, effects }) => (name === 'create' ? effects.map(({ path }) => path[0]) : [])),
  );
  const known = new Map<string, boolean>();
  const isKnown = (name: string): boolean => {
    const before = known.get(name);
    if (before !== undefined) return before;
    known.set(name, false);
    const field = findField(resource, name);
    const is = field !== undefined && !set.has(name) && isFieldKnown(field);
    known.set(name, is);
    return is;
  };
  const isFieldKnown = (field: FieldModel): boolean => {
    const name = field.name.value;
    if (field.type?.kind === 'state') {
      const machine = machines.find((candidate) => candidate.field === name);
      return machine !== undefined && findOnlyInitialState(machine) !== undefined;
    }
    const computed = field.constraints.find((constraint) => constraint.kind === 'computed');
    if (computed?.kind === 'computed') {
      const { tree } = resolveExpression(computed.cel, createEnvironments(service).computed(resource.name.value, name));
      return tree !== undefined && listReadFields(tree).every(isKnown);
    }
    return isSentByClient(field, 'creation') || has(field, 'assigned from') || has(field, 'default');
  };
  return isKnown;
}
