import type { Compiled } from '../../contracts/compiled.ts';
import type { InnerOperations, InnerOperation as RunsInside } from '../../contracts/inner-operations.ts';
import type { OperationContext, ServiceContext, Visible } from '../../contracts/operation-context.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { FieldError, RecordValue } from '../../contracts/record.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { Incoming, RequestContext } from '../../contracts/request-context.ts';
import type { Step } from '../../contracts/step.ts';
import type { TraceContext } from '../../contracts/trace.ts';
import { selectGrants } from '../../parts/authentication/serve/grants.ts';
import { createEmptyFields } from '../../parts/endpoints/serve/change.ts';
import { noteCreated } from '../../parts/events/serve/created.ts';
import { buildInnerPlans, type InnerPlan } from '../../parts/plan/inner-plan.ts';
import { withFields } from '../../plan/bodies/sent.ts';
import { locateInRecord } from '../../plan/bodies/sent-places.ts';
import type { Plan } from '../../plan/plan.ts';
import { type Bits, createBits, intersectBits, withBit } from '../../plan/sets/bitset.ts';
import type { OperationSteps } from '../request.ts';
import type { OperationContextFactory } from './operation-context.ts';
import { createPresentLookup } from './record-visibility.ts';
import { ActiveRequest } from './request-context.ts';
import { refusalIn, runSteps } from './run.ts';

/** The dependencies of inner operations; `compile` compiles a plan. */
export interface InnerOperationDependencies extends Pick<ServiceContext, 'plan' | 'compiled' | 'store' | 'platform'> {
  readonly createContext: OperationContextFactory;
  compile(plan: Plan): Compiled;
  stepsOf(op: OperationContext): OperationSteps;
}

/** One operation that code may run. */
export interface InnerOperation extends RunsInside {
  readonly op: OperationContext;
  /** The rows of scopes that apply, as bits of its grants. */
  grants(ctx: RequestContext, asService: boolean): Bits;
}

/** The operations that code and effects run, by what code calls them. */
export interface InnerOperationTable extends InnerOperations {
  readonly named: ReadonlyMap<string, InnerOperation>;
}

const noFields: ReadonlySet<string> = new Set();
/** Handlers call handlers eight deep at most, and effects of effects go three deep. */
const deepest = 40;

/** Makes the operations that code may run, by what it calls them. */
export function createInnerOperations(inner: InnerOperationDependencies): InnerOperationTable {
  const plans = buildInnerPlans(inner.plan);
  const { operations } = inner.compile({ ...inner.plan, operations: plans.map(({ plan }) => plan) });
  const named = new Map(
    plans.map((plan, i): [string, InnerOperation] => {
      const op = inner.createContext(plan.plan, operations.at(i)!);
      const visible = createCallerVisibility(op.visible, createPresentLookup(inner.compiled, inner.store));
      return [plan.asked, createInnerOperation(inner, plan, { ...op, visible })];
    }),
  );
  const transitions = new Map(
    plans
      .filter(({ plan: { kind } }) => kind === 'transition')
      .map(({ plan: { verb, resource }, asked }) => [`${verb} ${resource}`, asked]),
  );
  return {
    named,
    of: (verb, resource) => named.get(transitions.get(`${verb} ${resource}`) ?? `store ${verb} ${resource}`)!,
  };
}

function createInnerOperation(
  inner: InnerOperationDependencies,
  { plan, groups, sent = [] }: InnerPlan,
  op: OperationContext,
): InnerOperation {
  const steps: readonly Step[] = inner.stepsOf(op).inside ?? [];
  const bitsOf = createGrantSelector(plan.access, groups);
  const { input: check } = op.code;
  const place = { operation: plan.name, ...(plan.resource === undefined ? {} : { resource: plan.resource }) };
  // A handler's Request has these fields at pointers of its own.
  const asFields = (refusal: Refusal, checked: boolean): Refusal => {
    const { fields } = refusal;
    const asked = checked ? plan : recordAsked(op);
    return fields === undefined
      ? refusal
      : { ...refusal, fields: fields.map((fieldError) => locateInRecord(asked, fieldError)) };
  };
  const hook = op.handled?.within;
  return {
    op,
    grants: bitsOf,
    hook:
      hook &&
      (({ ctx, row, before, after }) => {
        const request = new InnerRequest(ctx, plan, [], inner.platform, true);
        return hook(Object.assign(request, { row, before, after: after && { ...after } }));
      }),
    async run({ ctx, id, input, checked, whole, asService }) {
      if (ctx instanceof InnerRequest && ctx.depth >= deepest)
        throw new Error(`operations run one another more than ${deepest} deep`);
      const request = new InnerRequest(ctx, plan, id === undefined ? [] : [String(id)], inner.platform, asService);
      request.grants = bitsOf(ctx, asService);
      request.body = input;
      if (whole === true) request.whole = noFields;
      if (checked && check !== undefined) {
        const fieldErrors: FieldError[] = [];
        const fields = createEmptyFields();
        request.input = check(input, fieldErrors, fields);
        request.fields = fields;
        if (fieldErrors.length > 0)
          return { refusal: asFields({ condition: 'invalid input', fields: fieldErrors, ...place }, checked) };
      } else {
        request.fields = Object.assign(createEmptyFields(), input);
        request.input = withFields({}, sent, request.fields);
      }
      const refusal = refusalIn(await runSteps(steps, request, 0));
      if (refusal !== undefined) return { refusal: asFields({ ...place, ...refusal }, checked) };
      const record = getResultRecord(op, request);
      const { kind, resource } = plan;
      if (kind === 'create' && record !== undefined && ctx.transaction !== undefined)
        noteCreated(ctx.transaction, resource!, record[op.resource!.plan.identity]);
      return { record, request };
    },
  };
}

/** Returns the writes of handlers through the store as a Request: the fields of the record. */
function recordAsked({ resource }: OperationContext): Parameters<typeof locateInRecord>[0] {
  if (resource === undefined) return {};
  const { name, fields, line } = resource.plan;
  const members = fields.map(({ name: field, schema, line: at }) => {
    const shape = { kind: 'value', schema, line: at } as const;
    return { name: field, field, required: false, shape };
  });
  return { resource: name, input: { kind: 'object', members, line } };
}

/** The record as it then is; none where it was erased. */
function getResultRecord({ resource, operation }: OperationContext, request: InnerRequest): RecordValue | undefined {
  if (resource === undefined || request.row === undefined) return undefined;
  if (operation.kind === 'delete' && !request.softDeleted) return undefined;
  return resource.toRecord(request.row);
}

/** The rows of scopes that apply, of the first group that has one. */
function createGrantSelector(
  access: OperationContext['operation']['access'],
  ends: readonly number[],
): (ctx: RequestContext, asService: boolean) => Bits {
  const lifted = withBit(0, access.grants.length - 1);
  const groups = ends.map((end, i) => createBits(end, (at) => at >= (ends[i - 1] ?? 0)));
  return (ctx, asService) => {
    if (asService) return lifted;
    const bits = selectGrants(access, ctx.caller);
    return groups.map((group) => intersectBits(bits, group)).find((shared) => shared !== 0) ?? 0;
  };
}

/** Looks records up as the caller may see them, or as the service does. */
function createCallerVisibility(
  seen: OperationContext['visible'],
  present: OperationContext['visible'],
): OperationContext['visible'] {
  return (...of) => {
    const [visible, other] = [seen(...of), present(...of)];
    const chosen = (ctx: RequestContext): Visible => (ctx.asService ? other : visible);
    const find: Visible = Object.assign(
      (...[ctx, value, tenant]: Parameters<Visible>) => chosen(ctx)(ctx, value, tenant),
      {
        needed: (...[ctx, value, tenant]: Parameters<Visible>) => chosen(ctx).needed(ctx, value, tenant),
        held: (...[ctx, value, tenant]: Parameters<Visible>) => chosen(ctx).held(ctx, value, tenant),
      },
    );
    return find;
  };
}

/** An operation that code runs inside a request: the caller and the transaction are that request's. */
export class InnerRequest extends ActiveRequest {
  override readonly asService: boolean;
  /** The number of operations around it, in which this one runs. */
  readonly depth: number;
  readonly #outer: RequestContext;

  constructor(
    ctx: RequestContext,
    operation: OperationContext['operation'],
    path: readonly string[],
    platform: Platform,
    asService: boolean,
  ) {
    super(stripRequest(ctx.incoming), operation, path, platform);
    this.asService = asService;
    this.depth = ctx instanceof InnerRequest ? ctx.depth + 1 : 1;
    this.#outer = ctx;
    this.caller = ctx.caller;
    this.presented = ctx.presented;
    this.now = ctx.now;
    this.until = ctx.until;
    this.transaction = ctx.transaction;
    this.version = ctx.version;
  }

  override get root(): RequestContext {
    return this.#outer.root;
  }

  override get signal(): AbortSignal {
    return this.#outer.signal;
  }

  override requireTime(): void {
    this.#outer.requireTime();
  }

  override get trace(): TraceContext {
    return this.#outer.trace;
  }
}

/** A request without body and headers, but for the one that names its trace. */
function stripRequest(incoming: Incoming): Incoming {
  return {
    method: 'POST',
    path: incoming.path,
    query: '',
    header: (name) => (name === 'traceparent' ? incoming.header(name) : undefined),
    headerCount: () => 0,
    headerStartsWith: () => false,
    peer: incoming.peer,
    body: () => 'none',
    hasBody: false,
  };
}
