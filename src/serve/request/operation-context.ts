import { parseJson } from '../../codegen/json.ts';
import type { Compiled, CompiledOperation } from '../../contracts/compiled.ts';
import type { CredentialService } from '../../contracts/credentials.ts';
import type { Limiting } from '../../contracts/limiting.ts';
import type { OperationContext, ServerLimits } from '../../contracts/operation-context.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { Store } from '../../contracts/store.ts';
import type { EventStreams } from '../../contracts/streams.ts';
import { createRefsLoader } from '../../parts/resources/serve/refs.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { Plan } from '../../plan/plan.ts';
import { firstFieldIndex, storedFields } from '../../plan/row.ts';
import { equal } from '../values.ts';
import { createEmbedder } from './embed.ts';
import { createVisibleLookup } from './record-visibility.ts';

/** What all operations of a service are made with. */
export interface ServiceContext {
  readonly plan: Plan;
  readonly compiled: Compiled;
  readonly store: Store;
  readonly platform: Platform;
  readonly ceilings: ServerLimits;
  readonly keys: CredentialService;
  readonly verifiers: OperationContext['verifiers'];
  readonly signer: OperationContext['signer'];
  readonly limiting: Limiting;
  readonly targets: OperationContext['targets'];
  /** The base address where one is known, else empty. */
  readonly base: string;
  readonly due: OperationContext['due'];
  readonly streams: EventStreams;
}

/** Gives what the makers of an operation's steps are given. */
export type OperationContextFactory = (operation: OperationPlan, code: CompiledOperation) => OperationContext;

/** What the makers of steps are given, for any operation of a service. */
export function createOperationContextFactory(service: ServiceContext): OperationContextFactory {
  const { plan, compiled, store, base } = service;
  const whole = {
    ...service,
    parse: parseJson,
    equal,
    visible: createVisibleLookup(plan, compiled, store),
    columnOf: createColumnLookup(plan),
    address: addressOf(plan, base),
  };
  return (operation, code) => ({
    ...whole,
    operation,
    code,
    resource: operation.resource === undefined ? undefined : compiled.resources.get(operation.resource),
    embed: createEmbedder(operation, plan, compiled, store),
    loadRefs: createRefsLoader(operation.refs, { plan, compiled, store }),
  });
}

/** Finds the index of a stored field in the rows of its resource. */
export function createColumnLookup(plan: Plan): OperationContext['columnOf'] {
  const byResource = new Map(
    plan.resources.map((resource) => {
      const first = firstFieldIndex(resource);
      return [resource.name, new Map(storedFields(resource).map(({ name }, index) => [name, first + index]))];
    }),
  );
  return (resource, field) => byResource.get(resource)!.get(field)!;
}

/** The address of a path: behind the known base address, or as it is. */
function addressOf(plan: Plan, base: string): OperationContext['address'] {
  const known = base.replace(/\/+$/, '');
  const { prefix } = plan.base;
  return known === '' ? (path) => path : (path) => known + path.slice(prefix.length);
}
