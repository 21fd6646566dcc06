import type { Caller } from '../../contracts/caller.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { Draft, FieldError, RecordValue, Row } from '../../contracts/record.ts';
import type { HttpResponse, Incoming, PageRequest, RequestContext } from '../../contracts/request-context.ts';
import { StoreTimeoutError, type Transaction } from '../../contracts/store.ts';
import type { TraceContext } from '../../contracts/trace.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { Bits } from '../../plan/sets/bitset.ts';
import { formatTraceparent, readTrace } from './trace.ts';

/** Nothing, and no member of every object either: what is looked up in it has names of the document. */
const noParameters: Record<string, unknown> = Object.freeze(Object.create(null) as Record<string, unknown>);
const noRows: readonly Row[] = [];
/** The global is a getter of Node's, which takes as long as the clock. */
const clock = performance;

/** The state of one request. Its trace is computed on first use. */
export class ActiveRequest implements RequestContext {
  readonly incoming: Incoming;
  readonly operation: OperationPlan;
  readonly pathValues: readonly string[];
  now: number;
  caller: Caller | undefined = undefined;
  presented: RequestContext['presented'] = undefined;
  issued: RequestContext['issued'] = undefined;
  endsStolen = false;
  linked: string | undefined = undefined;
  grants: Bits = 0;
  received = 0;
  receiving: number | undefined = undefined;
  text: string | undefined = undefined;
  body: unknown = undefined;
  parameters: Record<string, unknown> = noParameters;
  inputParameters: Readonly<Record<string, unknown>> = noParameters;
  input: Record<string, unknown> = noParameters;
  fields: Record<string, unknown> = noParameters;
  whole: RequestContext['whole'] = undefined;
  older: RequestContext['older'] = undefined;
  validated: RequestContext['validated'] = undefined;
  transaction: Transaction | undefined = undefined;
  row: Row | undefined = undefined;
  before: RecordValue | undefined = undefined;
  after: Draft | undefined = undefined;
  rows: readonly Row[] = noRows;
  listed: RequestContext['listed'] = undefined;
  refs: Record<string, RecordValue | undefined> = noParameters as Record<string, undefined>;
  children: RequestContext['children'] = noParameters as Record<string, undefined>;
  chosen: RequestContext['chosen'] = undefined;
  response: HttpResponse | undefined = undefined;
  fieldErrors: FieldError[] | undefined = undefined;
  since: (number | null)[] | undefined = undefined;
  absent: RequestContext['absent'];
  creates = false;
  softDeleted = false;
  unwritten = false;
  taken: RequestContext['taken'] = undefined;
  written: RequestContext['written'] = undefined;
  cascaded: RequestContext['cascaded'] = undefined;
  readonly asService: boolean = false;
  asked: RequestContext['asked'] = undefined;
  parents: Record<string, unknown> | undefined = undefined;
  page: PageRequest | undefined = undefined;
  key: RequestContext['key'] = undefined;
  limitStatuses: RequestContext['limitStatuses'] = undefined;
  held: RequestContext['held'] = undefined;
  end: RequestContext['end'] = undefined;
  bodyKind: RequestContext['bodyKind'] = undefined;
  upload: RequestContext['upload'] = undefined;
  mediaType: string | undefined = undefined;
  version: RequestContext['version'] = undefined;
  prepared: unknown = undefined;
  effects = 0;
  /** The request's time is over: nothing more is begun for it. */
  expired = false;
  /** The start of the request by `performance.now()`, and its deadline. */
  readonly begun: number = clock.now();
  until: number | undefined = undefined;
  /** The results of the steps before the transaction. */
  #sent: Pick<RequestContext, 'input' | 'fields' | 'fieldErrors' | 'older' | 'validated'> | undefined = undefined;
  #ending: AbortController | undefined = undefined;
  readonly #host: Platform;
  #trace: TraceContext | undefined = undefined;

  constructor(incoming: Incoming, operation: OperationPlan, pathValues: readonly string[], platform: Platform) {
    this.incoming = incoming;
    this.operation = operation;
    this.pathValues = pathValues;
    this.now = platform.now();
    this.#host = platform;
  }

  get root(): RequestContext {
    return this;
  }

  get signal(): AbortSignal {
    this.#ending ??= new AbortController();
    return this.#ending.signal;
  }

  requireTime(): void {
    if (this.expired || (this.until !== undefined && clock.now() > this.until))
      throw new StoreTimeoutError('the request timed out');
  }

  /** Begins a run of the work in a transaction. A store may run it again: nothing that an earlier run found or did counts. */
  begin(transaction: Transaction, now: number): void {
    this.transaction = transaction;
    this.now = now;
    this.effects = 0;
    const { input, fields, fieldErrors, older, validated } = this;
    this.#sent ??= { input, fields, fieldErrors, older, validated };
    this.input = this.#sent.input;
    this.fields = this.#sent.fields;
    this.older = this.#sent.older;
    this.validated = this.#sent.validated;
    this.whole = undefined;
    this.fieldErrors = this.#sent.fieldErrors?.slice();
    this.row = undefined;
    this.before = undefined;
    this.after = undefined;
    this.absent = undefined;
    this.creates = false;
    this.softDeleted = false;
    this.unwritten = false;
    this.taken = undefined;
    this.written = undefined;
    this.since = undefined;
    this.refs = noParameters as Record<string, undefined>;
    this.parents = undefined;
  }

  /** Says that the request's time is over. */
  expire(): void {
    this.expired = true;
    this.#ending?.abort(new DOMException('the request timed out', 'TimeoutError'));
  }

  get trace(): TraceContext {
    this.#trace ??= readTrace(this.incoming.header('traceparent'), this.#host);
    return this.#trace;
  }

  /** Puts the request into a trace, in the place of the one that its header names. */
  set trace(trace: TraceContext) {
    this.#trace = trace;
  }

  get traceId(): string {
    return this.trace.traceId;
  }

  get traceparent(): string | undefined {
    return formatTraceparent(this.trace);
  }
}
