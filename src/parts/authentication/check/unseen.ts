import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { listAudiences } from '../../../plan/access/audiences.ts';
import { getPermission, getReading } from '../../../plan/access/permissions.ts';
import type { Plan } from '../../../plan/plan.ts';
import { listChildren } from '../../../plan/records/children.ts';
import { resolveReaders } from '../../../plan/records/readers.ts';
import type { AnswerShape } from '../../../plan/shape.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';

type Report = (diagnostic: Diagnostic) => void;
type Embedded = AnswerShape & { readonly kind: 'embedded' };

/**
 * Points out responses with records of a resource that no operation reads or lists, to callers who may read every record around the list, but
 * whom the other operations of that resource allow some of its records or none.
 */
export function checkUnseen(service: Service, plan: Pick<Plan, 'operations' | 'authentication'>, report: Report): void {
  const audiences = listAudiences(plan);
  for (const operation of plan.operations) {
    const shown = new Set(
      operation.responses.flatMap(({ shape }) => listChildren(shape)).map(({ resource }) => resource),
    );
    for (const resource of shown) {
      const readers = resolveReaders(plan, resource).flat();
      if (readers.some(({ kind }) => kind === 'read' || kind === 'list')) continue;
      const blind = audiences.filter((audience) => {
        const { may } = getPermission(plan, operation, audience);
        const known = readers.map((reader) => getPermission(plan, reader, audience).may);
        return may === 'all' ? !known.includes('all') : may === 'some' && known.every((each) => each === 'none');
      });
      const model = service.endpoints.operations.find(({ name }) => name.text === operation.name);
      if (blind.length > 0 && model !== undefined)
        report(diagnostics['unseen-records'](model.name.span, operation.name, resource, blind));
    }
  }
}

/**
 * Points out embedded records of which every caller, or every caller with a credential, may read none unless a scope allows more: such a caller
 * gets the identity alone.
 */
export function checkUnseenReferences(
  service: Service,
  plan: Pick<Plan, 'operations' | 'resources' | 'authentication'>,
  report: Report,
): void {
  const audiences = listAudiences(plan).filter((audience) => audience === 'public' || audience === 'authenticated');
  const identities = new Map(plan.resources.map(({ name, identity }) => [name, identity]));
  for (const operation of plan.operations) {
    const shown = operation.responses.flatMap(({ shape }) => listEmbedded(shape));
    const told = new Set<string>();
    for (const embedded of shown) {
      const { resource, field } = embedded;
      const inner = findShownField(embedded, identities.get(resource));
      if (inner === undefined || told.has(field)) continue;
      told.add(field);
      const blind = audiences.filter(
        (audience) =>
          getPermission(plan, operation, audience).may !== 'none' &&
          getReading(plan, resource, audience).may === 'none',
      );
      if (blind.length === 0) continue;
      const model = service.endpoints.operations.find(({ name }) => name.text === operation.name);
      const reference = { field, resource, inner };
      if (model !== undefined)
        report(diagnostics['unseen-reference'](model.name.span, operation.name, reference, blind));
    }
  }
}

/** Lists the records that a response shows in place of references, without records inside them. */
function listEmbedded(shape: AnswerShape | undefined): readonly Embedded[] {
  if (shape?.kind === 'object') return shape.members.flatMap((member) => listEmbedded(member.shape));
  if (shape?.kind === 'embedded') return [shape];
  return shape?.kind === 'records' ? listEmbedded(shape.item) : [];
}

/** Returns the first field of an embedded record that is not its identity. */
function findShownField({ item }: Embedded, identity: string | undefined): string | undefined {
  const fields = item.kind === 'object' ? item.members.map((member) => member.shape) : [item];
  const names = fields.flatMap((shape) => (shape.kind === 'field' ? shape.path.slice(0, 1) : []));
  return names.find((name) => name !== identity);
}
