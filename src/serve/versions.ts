import { compileVersion } from '../codegen/version.ts';
import type { Compiled } from '../contracts/compiled.ts';
import type { OperationContext, ServiceContext } from '../contracts/operation-context.ts';
import type { Platform } from '../contracts/platform.ts';
import type { FieldError } from '../contracts/record.ts';
import type { Incoming, RequestVersion } from '../contracts/request-context.ts';
import type { CompiledVersion, CompiledVersionOperation } from '../contracts/versions.ts';
import { planSteps } from '../parts/steps.ts';
import { type Chosen, createVersionChooser } from '../parts/versioning/serve/choose.ts';
import {
  type AppendVersionHeaders,
  createVersionHeaders,
  type Leads,
} from '../parts/versioning/serve/version-headers.ts';
import { formatFieldOf } from '../plan/fields/json-pointer.ts';
import type { OperationPlan } from '../plan/operation.ts';
import type { Plan } from '../plan/plan.ts';
import type { LazyList } from '../plan/sets/lazy-list.ts';
import type { createMethodResponder } from './http/methods.ts';
import { withPath } from './http/with-path.ts';
import { createEmbedder } from './request/embed.ts';
import type { Declining } from './request/error-responder.ts';
import type { Refusing } from './request/error-response.ts';
import type { OperationContextFactory } from './request/operation-context.ts';
import type { Opened } from './request/operation-runner.ts';
import type { Settings } from './settings.ts';
import type { FindUpload } from './uploads/route.ts';

/** All that requests of one version are served by. */
export interface Table {
  readonly plan: Plan;
  readonly route: Compiled['route'];
  readonly methods: ReturnType<typeof createMethodResponder>;
  readonly operations: LazyList<Opened>;
  /** Finds the operation for which a path takes uploads in several requests; undefined if no operation does. */
  readonly uploads: FindUpload | undefined;
  readonly errors: Declining;
}

/** Where one request is served. */
export interface VersionRoute {
  readonly table: Table;
  /** Undefined if the document has no versions. */
  readonly version: RequestVersion | undefined;
  /** The request, without the version in its path. */
  readonly incoming: Incoming;
  /** The path names no version that is served: the request is refused whatever else it asks for. */
  readonly refusedPath: boolean;
  /** Adds the headers of the version to a response. */
  readonly addHeaders: AppendVersionHeaders | undefined;
}

/** Chooses the version of a request. */
export type ChooseVersion = (incoming: Incoming) => VersionRoute;

/** The dependencies of the versions of a service. */
export interface OpeningVersions {
  readonly plan: Plan;
  readonly compiled: Compiled;
  readonly older: readonly CompiledVersion[];
  /** The base address where one is known. */
  readonly base: string;
  readonly own: Table;
  /** The clock, in milliseconds since 1970: a version may end at its sunset. */
  readonly now: () => number;
  /** Makes the table of an older version. */
  tableOf(version: CompiledVersion): Table;
}

/** Compiles the older versions that are served, newest first, each operation when it is first read. */
export function compileVersions(plan: Plan, compiled: Compiled, settings: Settings): readonly CompiledVersion[] {
  return (plan.versioning.older ?? []).map((version) => compileVersion(plan, version, compiled, settings));
}

/** Opens the versions of a service. Without versions to choose from, all requests are in the one that the document states. */
export function openVersions({ plan, compiled, older, base, own, now, tableOf }: OpeningVersions): ChooseVersion {
  const methods = new Set(plan.operations.map(({ method }) => method));
  const routes = (path: string): boolean => [...methods].some((method) => compiled.route(method, path) !== undefined);
  const choose = createVersionChooser(plan, routes, now);
  if (choose === undefined) {
    const [newest] = plan.versioning.versions;
    const version = newest && { name: newest.name };
    return (incoming) => ({ table: own, version, incoming, refusedPath: false, addHeaders: undefined });
  }
  const tables = new Map(older.map((version) => [version.version.name, tableOf(version)]));
  const leads: Leads = (version, { method, path }) => {
    const match = (tables.get(version) ?? own).route(method === 'HEAD' ? 'GET' : method, path);
    return match !== undefined && 'operation' in match;
  };
  const tellers = new Map(
    plan.versioning.versions.map((row) => [row.name, createVersionHeaders(plan, row, base, leads, now)]),
  );
  return (incoming) => {
    const { version, path, refusal, retired, atOnce }: Chosen = choose(incoming);
    return {
      table: tables.get(version.name) ?? own,
      version: { name: version.name, ...(refusal === undefined ? {} : { refusal }) },
      incoming: path === undefined ? incoming : withPath(incoming, path),
      refusedPath: atOnce === true,
      addHeaders: tellers.get((retired ?? version).name),
    };
  };
}

/** Creates the dependencies of the step factories of an older version's operations, by their index. */
export function createVersionContextFactory(
  version: CompiledVersion,
  createContext: OperationContextFactory,
  {
    plan,
    compiled,
    store,
    platform,
    refused,
    serverLimits,
  }: Pick<ServiceContext, 'plan' | 'compiled' | 'store' | 'platform' | 'refused' | 'serverLimits'>,
): (at: number) => OperationContext {
  const served: Plan = { ...version.plan, digest: computeVersionDigest(plan, version, platform) };
  const code: Compiled = { ...compiled, events: version.events };
  const adapt = (base: OperationContext, operation: CompiledVersionOperation, run: OperationPlan): OperationContext => {
    const { creation: _, ...context } = base;
    const made = operation.creation;
    return {
      ...context,
      plan: served,
      compiled: code,
      refused,
      operation: run,
      embed: createEmbedder(
        operation.plan,
        { plan, compiled, store, maxBodySize: serverLimits.maxBodySize },
        version.record,
      ),
      transform: operation.transform,
      ...(made === undefined ? {} : { creation: adapt(base.creation!, made, made.plan) }),
    };
  };
  return (at) => {
    const operation = version.operations.at(at)!;
    const run = withOlderSteps(served, version.version.name, operation);
    return adapt(createOlderContext(createContext, operation), operation, run);
  };
}

/** Creates the dependencies of an operation by its present plan; without a creation where the older version has none. */
function createOlderContext(
  createContext: OperationContextFactory,
  operation: CompiledVersionOperation,
): OperationContext {
  const { creation, ...present } = operation.present;
  return createContext(operation.creation === undefined ? (present as OperationPlan) : operation.present, operation);
}

/** An ETag of one version does not match in another. */
function computeVersionDigest(plan: Plan, { version }: CompiledVersion, platform: Platform): string {
  const bytes = platform.sha256(JSON.stringify([plan.digest, version.name]));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Names the state that a message speaks of as an older version does; one that it does not know is left out. */
function renameErrorState(fieldError: FieldError, version: CompiledVersion): FieldError {
  if (fieldError.inState === undefined) return fieldError;
  const { words, holder, field, state } = fieldError.inState;
  const known = version.value(holder, field, state);
  return { ...fieldError, message: known === undefined ? words : `${words} while ${known.field} is ${known.value}` };
}

/** Names the field of another record with which a message begins as an older version does. */
function renameErrorOther(fieldError: FieldError, version: CompiledVersion): FieldError {
  if (fieldError.other === undefined) return fieldError;
  const { resource, pointer, of } = fieldError.other;
  const place = version.pointer({ name: '', resource: of?.holder ?? resource }, pointer);
  const older = [formatFieldOf(resource, place.pointer), ...(place.lost ?? [])].join('.');
  return { ...fieldError, message: older + fieldError.message.slice(formatFieldOf(resource, pointer).length) };
}

/** Names the values that a message lists as an older version does. */
function renameErrorValues(
  fieldError: FieldError,
  version: CompiledVersion,
  of: Parameters<CompiledVersion['values']>[0],
): FieldError {
  const { pointer, facts, message } = fieldError;
  if (fieldError.problem !== 'not one of' || pointer === undefined || facts?.values === undefined) return fieldError;
  const values = version.values(of, pointer, facts.values.split(', ')).join(', ');
  return { ...fieldError, facts: { ...facts, values }, message: message.replace(facts.values, () => values) };
}

/** Answers refusals as an older version does: by its codes, and at pointers with its names. */
export function createOlderErrorResponses(refusing: Refusing, version: CompiledVersion): Refusing {
  return {
    ...refusing,
    errorBody: version.errorBody,
    choose(refusal, operation) {
      const chosen = refusing.choose(refusal, operation);
      return chosen === undefined ? undefined : version.codeFor(chosen);
    },
    fields(refusal, chosen, operation) {
      const of: OperationPlan | undefined = operation === undefined ? undefined : version.presents.get(operation);
      const fields = refusing
        .fields(refusal, chosen, of?.name ?? operation)
        ?.map((fieldError) => renameErrorOther(renameErrorState(fieldError, version), version));
      if (of === undefined) return fields;
      return fields?.map((fieldError) => {
        if (fieldError.asSent === true || fieldError.other !== undefined || fieldError.pointer === undefined)
          return fieldError;
        const resource = fieldError.of?.holder ?? of.resource;
        const named = { name: of.name, ...(resource === undefined ? {} : { resource }) };
        const { pointer, lost } = version.pointer(named, fieldError.pointer);
        const renamed = { ...renameErrorValues(fieldError, version, named), pointer };
        return lost === undefined ? renamed : { ...renamed, message: `${lost.join('.')} ${renamed.message}` };
      });
    },
  };
}

/** An operation of an older version, with the steps that its requests have. */
function withOlderSteps(plan: Plan, version: string, operation: CompiledVersionOperation): OperationPlan {
  const resource = plan.resources.find(({ name }) => name === operation.plan.resource);
  const older = { operation: operation.transform.older, version };
  return { ...operation.plan, steps: planSteps({ plan, operation: operation.plan, resource, older }) };
}
