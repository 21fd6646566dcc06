import type { CodePlan } from '../../plan/errors-events-limits.ts';
import type { HeaderPlan } from '../../plan/exchange.ts';
import type { OperationPlan, StepPlan } from '../../plan/operation.ts';
import type { WholePlan } from '../../plan/whole.ts';
import type { Played } from '../examples/exchange.ts';
import type { WireError } from '../wire/errors.ts';
import { describeWire } from '../wire/index.ts';
import type { Diagrams } from './diagram/layout.ts';

/** The facts that all sections of a page are written from. */
export interface Context {
  readonly input: DocsInput;
  readonly plan: WholePlan;
  readonly codes: ReadonlyMap<string, CodePlan>;
  /** The refusals of each operation. */
  readonly refusals: ReadonlyMap<OperationPlan, readonly WireError[]>;
  /** The facts that each operation shares with others. */
  readonly common: ReadonlyMap<OperationPlan, Common>;
}

/** Prepares what the sections of a page share. */
export function createContext(input: DocsInput): Context {
  const { plan } = input;
  const codes = new Map(plan.errors.codes.map((code) => [code.code, code]));
  const refusals = new Map(describeWire(plan).operations.map(({ plan: operation, errors }) => [operation, errors]));
  return { input, plan, codes, refusals, common: findCommon(plan) };
}

/** The input of a page. */
export interface DocsInput {
  readonly plan: WholePlan;
  /** The examples that were played; without them code samples are sketched from the shapes of bodies. */
  readonly played?: Pick<Played, 'examples' | 'events'>;
  /** The examples are being played: the page says so, and asks for them when they may be there. */
  readonly isPlaying?: true;
  /** The address, from the page, of the file by which the service runs in the page; left out: it does not. */
  readonly serviceFile?: string;
  /** The pages of the versions that are served, newest first; left out: the page links to no other. */
  readonly versions?: readonly { readonly name: string; readonly address: string }[];
  /** Files of the service, such as its OpenAPI description and its clients, which the head of the page links to. */
  readonly files?: readonly { readonly title: string; readonly address: string }[];
  /** The layouts of the state diagrams; without one its table remains. */
  readonly diagrams?: Diagrams;
}

/** The properties that all requests of a kind share: requests with a body, or without one. */
export interface Common {
  readonly id: string;
  readonly title: string;
  /** The title in a sentence. */
  readonly of: string;
  readonly steps: readonly StepPlan[];
  readonly refusals: readonly WireError[];
  readonly headers: readonly HeaderPlan[];
  hasStep(step: StepPlan): boolean;
  hasRefusal(refusal: WireError): boolean;
  hasHeader(header: HeaderPlan): boolean;
}

const kinds = {
  body: { id: 'requests-with-a-body', title: 'Requests with a body', of: 'all requests with a body' },
  none: { id: 'requests-without-a-body', title: 'Requests without a body', of: 'all requests without a body' },
} as const;

/** Computes the shared properties of operations; of fewer than three, none are shared. */
function findCommon(plan: WholePlan): ReadonlyMap<OperationPlan, Common> {
  const ordinary = plan.operations.filter(({ kind }) => !kind.endsWith('token'));
  const groups = Map.groupBy(ordinary, ({ exchange }) => ((exchange?.requestTypes.length ?? 0) > 0 ? 'body' : 'none'));
  return new Map(
    [...groups].flatMap(([kind, own]) => {
      if (own.length < 3) return [];
      const common = describeCommon(plan, kinds[kind], own);
      return own.map((operation) => [operation, common] as const);
    }),
  );
}

function describeCommon(
  plan: WholePlan,
  { id, title, of }: Pick<Common, 'id' | 'title' | 'of'>,
  own: readonly OperationPlan[],
): Common {
  const steps = selectCommon(own, (each) => each.steps, toStepKey);
  const refusals = selectCommon(own, (each) => describeWire(plan).of(each).errors, toRefusalKey);
  const headers = selectCommon(own, ({ exchange }) => exchange?.headers ?? [], toHeaderKey);
  return {
    ...{ id, title, of, steps: steps.all, refusals: refusals.all, headers: headers.all },
    hasStep: (step) => steps.keys.has(toStepKey(step)),
    hasRefusal: (refusal) => refusals.keys.has(toRefusalKey(refusal)),
    hasHeader: (header) => headers.keys.has(toHeaderKey(header)),
  };
}

function toStepKey({ step, words }: StepPlan): string {
  return `${step} ${words}`;
}

function toRefusalKey({ key }: WireError): string {
  return key;
}

function toHeaderKey(header: HeaderPlan): string {
  return JSON.stringify(header);
}

function selectCommon<Item>(
  own: readonly OperationPlan[],
  list: (operation: OperationPlan) => readonly Item[],
  toKey: (item: Item) => string,
): { readonly all: readonly Item[]; readonly keys: ReadonlySet<string> } {
  const [first, ...others] = own;
  const sets = others.map((operation) => new Set(list(operation).map(toKey)));
  const all = (first === undefined ? [] : list(first)).filter((item) => sets.every((keys) => keys.has(toKey(item))));
  return { all, keys: new Set(all.map(toKey)) };
}
