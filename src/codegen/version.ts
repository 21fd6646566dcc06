import type { CheckBody, Compiled, CompiledOperation } from '../contracts/compiled.ts';
import type { RecordValue } from '../contracts/record.ts';
import type { CompiledVersion, CompiledVersionOperation, VersionTransform } from '../contracts/versions.ts';
import type { Expression } from '../expression/tree.ts';
import { createFieldPointerMapper, createSentPointerMapper } from '../plan/bodies/sent.ts';
import { setsFields } from '../plan/kinds.ts';
import type { Plan } from '../plan/plan.ts';
import type { ValueSchema } from '../plan/schema.ts';
import { createLazyList } from '../plan/sets/lazy-list.ts';
import { mapParameters } from '../plan/version/parameter-mapping.ts';
import { createVersionPlans, type VersionOperation, type VersionPlans } from '../plan/version/plans.ts';
import type { VersionPlan } from '../plan/version.ts';
import { findNamed } from '../text/find-named.ts';
import { compilePresentFields, compileResponse } from './answers/responses.ts';
import { type AddressSettings, type Answers, createAnswerWriter } from './answers/writer.ts';
import { createChecks } from './check/checks.ts';
import type { Checks } from './check.ts';
import { createErrorBody } from './errors.ts';
import { declareValue } from './expressions.ts';
import { compileParameterReader } from './inputs/texts.ts';
import { declareDocumentCheck, declareInputCheck } from './inputs.ts';
import { createModuleText, type ModuleText } from './module.ts';
import { declareCompletion } from './records/complete.ts';
import { createRouter } from './router.ts';
import { resolveVersionAddress } from './version/base.ts';
import { createBodyUpgrade } from './version/bodies.ts';
import { createEventDowngrade } from './version/events.ts';
import { createOlderReader } from './version/parameters.ts';
import { compileOlderPlaceholder, createValueDowngrade } from './version/path-values.ts';
import { createOlderPointers, type OlderPointers } from './version/pointers.ts';
import { createRecordDowngrade, getPresentRecord, type RecordsDown } from './version/records.ts';

/** Compiles an older version of the interface of a plan, each operation when it is first read; `at` says where clients reach the service. */
export function compileVersion(
  plan: Plan,
  version: VersionPlan,
  compiled: Compiled,
  at: AddressSettings = {},
): CompiledVersion {
  const plans = createVersionPlans(plan, version);
  const module = createModuleText();
  const records = createRecordDowngrade(plan, version, createExpressionPreparer(module, 'r', { record: 'r' }));
  const inputs = createExpressionPreparer(module, 'g', { given: 'g' });
  const overInput = (tree: Expression) => {
    const read = inputs(tree);
    return (input: RecordValue): unknown => read({ input });
  };
  const based = resolveVersionAddress(plans.shown, { ...at, links: compiled.links }, version.name);
  const rows = (resource: string): string => module.constant(compiled.resources.get(resource)!.toRecord);
  const answers = createAnswerWriter(based.plan, module, based.at, rows, {
    resources: plan.resources,
    down: (resource) => module.constant((record: unknown) => records.record(resource, record)),
    present: module.constant(getPresentRecord),
    field: (resource, present) => plans.names.older('field', resource, present),
    newer: (resource, older) => plans.names.newer('field', resource, older),
    value: createValueDowngrade(version),
  });
  const deps: VersionDependencies = {
    plans,
    compiled,
    answers,
    positions: new Map(compiled.plan.operations.map(({ name }, at) => [name, at])),
    checks: [createChecks(plan, module), createChecks(plans.shown, module)],
    records,
    overInput,
  };
  const events = createEventDowngrade(answers, plans, compiled, records);
  module.link();
  const { codes } = version.interface.errors;
  const pointers = createOlderPointers(version.turns);
  return {
    version,
    plan: plans.run,
    presents: new Map(plans.operations.map(({ present }) => [present.name, present])),
    operations: createLazyList(plans.operations.length, (at) => {
      const operation = plans.operations[at]!;
      const code = compiled.operations.at(deps.positions.get(operation.present.name)!)!;
      const make = compileVersionOperation(deps, operation, code);
      module.link();
      return make();
    }),
    events: events(),
    route: createRouter(plans.run),
    errorBody: createErrorBody({ ...plans.shown, operations: plans.operations.map(({ older }) => older) }),
    codeFor(code) {
      const name = plans.names.older('code', '', code.code);
      return codes.find((candidate) => candidate.code === name) ?? code;
    },
    value: pointers.valueDown,
    record: (resource, record) => records.record(resource, record) as RecordValue,
    ...createOlderNaming(plans, pointers),
  };
}

/** Makes what names a place in a present body or record of an operation, and values there, as the older caller does. */
function createOlderNaming(
  { operations, version }: VersionPlans,
  pointers: OlderPointers,
): Pick<CompiledVersion, 'pointer' | 'values'> {
  const made = new Map(
    operations.map(({ present, older }) => [
      present.name,
      { field: createFieldPointerMapper(present.input), asSent: createSentPointerMapper(older.input) },
    ]),
  );
  return {
    pointer({ name, resource }, pointer) {
      const own = made.get(name);
      const field = own?.field(pointer);
      if (own === undefined || field === undefined) return pointers.pointerDown(name, resource, pointer);
      const { pointer: older, lost } = pointers.fieldDown(name, resource, field);
      return { pointer: own.asSent(older), ...(lost && { lost: older === '' ? [resource ?? '', ...lost] : lost }) };
    },
    values({ name, resource }, pointer, values) {
      const field = made.get(name)?.field(pointer);
      if (field === undefined) return pointers.valuesDown('input', name, resource, pointer, values);
      const known = pointers.valuesDown('fields', name, resource, field, values);
      const stated = findChoiceValues(version.interface, resource, pointers.fieldDown(name, resource, field).pointer);
      return stated?.filter((value) => known.includes(value)) ?? known;
    },
  };
}

/** The values that an older version states for a field, or for a part of it; undefined if they are not found. */
function findChoiceValues(
  { resources, objects }: VersionPlan['interface'],
  resource: string | undefined,
  pointer: string,
): readonly string[] | undefined {
  const [first, ...rest] = pointer.slice(1).split('/');
  const fields = findNamed(resources, resource)?.fields;
  let schema: ValueSchema | undefined = findNamed(fields, first)?.schema;
  for (const name of rest) {
    if (schema?.type === 'list' || schema?.type === 'map') schema = schema.item;
    else if (schema?.type === 'named') {
      const { name: object } = schema;
      schema = findNamed(findNamed(objects, object)?.members, name)?.schema;
    } else return undefined;
  }
  return schema?.type === 'choice' ? schema.values : undefined;
}

interface VersionDependencies {
  readonly plans: VersionPlans;
  readonly compiled: Compiled;
  readonly answers: Answers;
  /** Where the present plan has its operations, by name. */
  readonly positions: ReadonlyMap<string, number>;
  /** The checks of the present plan, and of the older one. */
  readonly checks: readonly [Checks, Checks];
  readonly records: RecordsDown;
  readonly overInput: (tree: Expression) => (input: RecordValue) => unknown;
}

/** Prepares expressions; they may be called after the module is linked. */
function createExpressionPreparer(
  module: ModuleText,
  parameter: string,
  around: Parameters<typeof declareValue>[3],
): (tree: Expression) => (value: object) => unknown {
  return (tree) => {
    const name = declareValue(module, parameter, tree, around);
    let read: ((value: object) => unknown) | undefined;
    return (value) => {
      read ??= module.linked(name) as unknown as NonNullable<typeof read>;
      return read(value);
    };
  };
}

/** Writes the code of an operation into the module; the second step is done when the module is linked. */
function compileVersionOperation(
  deps: VersionDependencies,
  operation: VersionOperation,
  code: CompiledOperation,
): () => CompiledVersionOperation {
  const { plans, answers, checks } = deps;
  const { present, older, run } = operation;
  const [presentChecks, olderChecks] = checks;
  const mappings = mapParameters(plans.version, present, older);
  const parameters = mappings.map((mapping) => ({
    make: compileParameterReader(olderChecks, older, mapping.older),
    turn: createOlderReader(mapping, deps.overInput),
  }));
  const path = run.segments.flatMap((place) =>
    place.kind === 'placeholder' ? [compileOlderPlaceholder(plans, presentChecks, run, place)] : [],
  );
  const responses = older.responses.map((response) => compileResponse(answers, older, response));
  const presentFields = compilePresentFields(answers, older);
  const turning = createVersionTransform(deps, operation);
  const creation = operation.creation && compileVersionOperation(deps, operation.creation, code.creation!);
  const inputs = mappings.flatMap(({ older: old, present: now }) =>
    now?.mapsTo.kind === 'input' ? [[old.name, now.name] as const] : [],
  );
  return () => ({
    plan: run,
    present,
    ...(creation === undefined ? {} : { creation: creation() }),
    ...(presentFields === undefined ? {} : { presentFields: presentFields() }),
    ...(code.input === undefined ? {} : { input: code.input }),
    parameters: parameters.map(({ make, turn }) => turn(make())),
    path: path.map((make) => make()),
    grants: code.grants,
    callers: code.callers,
    responses: responses.map((response) => response()),
    transform: { ...turning(), inputs: new Map(inputs) },
  });
}

function createVersionTransform(
  { plans, checks, records, overInput }: VersionDependencies,
  operation: VersionOperation,
): () => Omit<VersionTransform, 'inputs'> {
  const { present, older } = operation;
  const [presentChecks, olderChecks] = checks;
  const { resource } = older;
  const { turns } = plans.version;
  const { module } = presentChecks;
  const bodies = createBodyUpgrade({ turns, operation: present, input: older.input, expression: overInput });
  const check = older.input === undefined ? undefined : declareInputCheck(olderChecks, older, older.input);
  const document = older.kind === 'update' ? declareDocumentCheck(olderChecks, older) : undefined;
  const turned = setsFields(present) ? declareDocumentCheck(presentChecks, present) : undefined;
  const shown = findNamed(plans.shown.resources, resource);
  const completion =
    shown === undefined || older.input === undefined ? undefined : declareCompletion(olderChecks, shown);
  const linked = (name: string): CheckBody => module.linked(name) as unknown as CheckBody;
  return () => ({
    older,
    shown: plans.shown,
    ...(check === undefined ? {} : { check: linked(check) }),
    ...(document === undefined ? {} : { document: linked(document) }),
    ...(turned === undefined ? {} : { present: linked(turned) }),
    ...(completion === undefined
      ? {}
      : { complete: module.linked(completion) as unknown as VersionTransform['complete'] }),
    views: (record) => (resource === undefined ? [record] : records.views(resource, record)),
    ...bodies,
  });
}
