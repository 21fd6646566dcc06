import { parseJson } from '../../codegen/json.ts';
import type { CompiledOperation } from '../../contracts/compiled.ts';
import type { OperationContext, ServiceContext } from '../../contracts/operation-context.ts';
import type { Store } from '../../contracts/store.ts';
import { createAnswering } from '../../parts/resources/serve/questions.ts';
import { createRefsLoader } from '../../parts/resources/serve/refs.ts';
import type { OperationKind } from '../../plan/kinds.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { Plan } from '../../plan/plan.ts';
import { findFirstFieldIndex, listStoredFields } from '../../plan/records/row.ts';
import { createEmbedder } from './embed.ts';
import { createVisibleLookup } from './record-visibility.ts';

/** Creates the dependencies of an operation's step factories. */
export type OperationContextFactory = (operation: OperationPlan, code: CompiledOperation) => OperationContext;

/** Creates what gives the operations of a service their dependencies. */
export function createOperationContextFactory(service: ServiceContext): OperationContextFactory {
  const { plan, compiled, base } = service;
  const common = {
    parse: parseJson,
    columnOf: createColumnLookup(plan),
    address: createAddressBuilder(plan, base),
  };
  const createOver = (store: Store): OperationContextFactory => {
    const visible = createVisibleLookup(plan, compiled, store);
    const answering = createAnswering(store);
    const create: OperationContextFactory = (operation, code) => ({
      ...service,
      ...common,
      store,
      visible,
      answering,
      operation,
      code,
      resource: operation.resource === undefined ? undefined : compiled.resources.get(operation.resource),
      embed: createEmbedder(operation, { plan, compiled, store, maxBodySize: service.serverLimits.maxBodySize }),
      loadRefs: createRefsLoader(operation.refs, { plan, compiled, store }),
      ...(operation.creation === undefined ? {} : { creation: create(operation.creation, code.creation!) }),
    });
    return create;
  };
  const { replica } = service.store;
  const create = createOver(service.store);
  if (replica === undefined) return create;
  const createForReads = createOver({ ...service.store, prepare: replica.prepare });
  return (operation, code) => (readsOnly.has(operation.kind) ? createForReads : create)(operation, code);
}

/** The operations that a replica may answer: they have no transaction and run no handler. */
const readsOnly: ReadonlySet<OperationKind> = new Set(['read', 'list']);

/** Finds the index of a stored field in the rows of its resource. */
export function createColumnLookup(plan: Plan): OperationContext['columnOf'] {
  const byResource = new Map(
    plan.resources.map((resource) => {
      const first = findFirstFieldIndex(resource);
      return [resource.name, new Map(listStoredFields(resource).map(({ name }, index) => [name, first + index]))];
    }),
  );
  return (resource, field) => byResource.get(resource)!.get(field)!;
}

/** Returns the URL of a path: after the known base URL, or unchanged. */
function createAddressBuilder(plan: Plan, base: string): OperationContext['address'] {
  const known = base.replace(/\/+$/, '');
  const { prefix } = plan.base;
  return known === '' ? (path) => path : (path) => known + path.slice(prefix.length);
}
