import type { OperationModel } from '../../endpoints/model.ts';
import type { Condition, Facts, ProducedAt } from './contract.ts';
import { anywhere, at } from './places.ts';

/** The caller's scopes or row rules do not admit it, or a creation asks for an attribute that it lacks (RFC 9110, 15.5.4). */
export const notAllowed: Condition = {
  name: 'not allowed',
  status: 403,
  narrowedTo: anywhere,
  foundByCode: true,
  statuses: 'client',
  produced: (facts) => [...ofScopes(facts), ...ofAttributes(facts)],
  words: 'the caller may not do this',
};

function ofScopes({ service, operations, open, free }: Facts): ProducedAt[] {
  const { scopes } = service.authentication;
  if (!scopes.some((row) => row.kind === 'scope' || row.where !== undefined)) return [];
  const may = (operation: OperationModel): boolean =>
    open(operation) ? !free(operation) && !leavesOut(operation, operations) : true;
  return operations.filter(may).map((operation) => at(operation));
}

/** Whether an operation that everybody may call leaves out, or does not find, the records that its row rules hide. */
function leavesOut({ name }: OperationModel, operations: readonly OperationModel[]): boolean {
  if (name.verb === 'list' || name.standard !== undefined) return true;
  if (name.verb !== 'read') return false;
  const readers = operations.filter(
    ({ name: one }) => one.verb === 'read' && one.resource?.value === name.resource?.value,
  );
  return readers.length === 1;
}

/** Whoever shows a credential has an identity and scopes, other attributes only where the credential was given them. */
const held = new Set(['caller.id', 'caller.scopes']);

function ofAttributes({ resources, running, open }: Facts): ProducedAt[] {
  return resources.flatMap(({ name, fields }) => {
    const asked = fields.flatMap(({ constraints, span }) =>
      constraints.flatMap((constraint) =>
        constraint.kind === 'assigned from' ? [{ path: constraint.path.value, span }] : [],
      ),
    );
    const lacking = (operation: OperationModel) => asked.find(({ path }) => open(operation) || !held.has(path));
    return running('create', name.value).flatMap((operation) => {
      const field = lacking(operation);
      return field === undefined ? [] : [at(operation, { span: field.span })];
    });
  });
}
