import type { Expression, ValueType } from '../expression/tree.ts';
import type { OperationPlan } from './operation.ts';
import type { ObjectPlan, ResourcePlan, UnionPlan } from './resource.ts';
import type { AnswerShape } from './shape.ts';

/** A scheme by which callers show who they are; `closed`: Kind or Carried in is not shown, it admits nobody. */
export interface SchemePlan {
  readonly name: string;
  readonly kind: string;
  readonly closed?: true;
  readonly carriedIn: readonly {
    readonly in: 'header' | 'query' | 'cookie';
    readonly name: string;
    readonly word?: string;
  }[];
  readonly credential?: string;
  /** Milliseconds. */
  readonly lifetime?: number;
  readonly line: number;
}

/** Who callers are and what they may be given. */
export interface AuthenticationPlan {
  /** `not shown` binds the service to loopback; `none` is a decision. */
  readonly status: 'stated' | 'none' | 'not shown';
  readonly schemes: readonly SchemePlan[];
  /** Names of scopes in the document's order, `anyone` and `any caller` left out. */
  readonly scopes: readonly string[];
  readonly attributes: readonly { readonly name: string; readonly type: ValueType; readonly line: number }[];
}

/** One way an event comes about. */
export interface EventWhenPlan {
  readonly operation: string;
  readonly to?: string;
  readonly emitted: boolean;
}

/** A kind of event. */
export interface EventPlan {
  readonly name: string;
  readonly resource?: string;
  readonly when: readonly EventWhenPlan[];
  readonly payload?: AnswerShape;
  readonly line: number;
}

/** A delivery; how it works is its member's, found by `kind`. */
export interface DeliveryPlan {
  readonly kind: string;
  readonly closed?: true;
  readonly to?:
    | { readonly kind: 'each'; readonly resource: string; readonly at: readonly string[]; readonly where?: Expression }
    | { readonly kind: 'setting'; readonly name: string }
    | { readonly kind: 'endpoint'; readonly operation: string }
    | { readonly kind: 'subject'; readonly pattern: string };
  readonly events: 'all' | 'its kinds' | readonly string[];
  readonly envelope?: { readonly named: string } | { readonly shape: AnswerShape };
  readonly signature?: { readonly field: string };
  readonly retries?: { readonly attempts: number; readonly milliseconds: number };
  readonly line: number;
}

/** A condition as a code answers it; `on` an operation's name, a transition's (`pay Invoice`), or a resource's. */
export interface ConditionPlan {
  readonly name: string;
  readonly on?: { readonly kind: 'operation' | 'transition' | 'resource'; readonly name: string };
  readonly raisedBy?: string;
  /** Another code answers this condition: this one does where it is named. */
  readonly byName?: true;
}

/** A row of the Errors table. */
export interface CodePlan {
  readonly code: string;
  readonly status: number;
  readonly conditions: readonly ConditionPlan[];
  readonly message?: string;
  readonly own: Readonly<Record<string, string>>;
  /** Only ever chosen by name. */
  readonly byName: boolean;
  readonly line: number;
}

/** The errors of the service. `body` left out at a gap: `about:blank` problems. */
export interface ErrorsPlan {
  readonly codes: readonly CodePlan[];
  readonly body?: { readonly kind: 'problem details' } | { readonly kind: 'shape'; readonly shape: AnswerShape };
}

/** A limit that is counted (rates, quotas, concurrency); body, page and time-out stand in their operations. */
export interface LimitPlan {
  readonly name: string;
  readonly kind: string;
  readonly operations: readonly string[];
  /** Callers that hold one of these scopes; left out: all. */
  readonly scopes?: readonly string[];
  /** It also counts requests that name no operation (`all` per `address`). */
  readonly everyRequest: boolean;
  readonly per?: 'credential' | 'address' | { readonly attribute: string };
  readonly value: Readonly<Record<string, number | string>>;
  /** Pages are cut down to it instead of being refused. */
  readonly clamp?: true;
  /** Of a quota the resource whose records it counts. */
  readonly resource?: string;
  /** The error code named by Beyond it. */
  readonly code?: string;
  readonly line: number;
}

/** The versions of the interface. */
export interface VersioningPlan {
  readonly versions: readonly {
    readonly name: string;
    readonly status: 'current' | 'supported' | 'deprecated' | 'retired' | 'preview';
    readonly released?: string;
    readonly sunset?: string;
    readonly line: number;
  }[];
  readonly placements: readonly {
    readonly in: 'header' | 'path' | 'query' | 'media type';
    readonly name?: string;
    /** `current`, `refused`, or a version. */
    readonly whenAbsent: string;
    readonly line: number;
  }[];
  /** The Changes rows as the document states them, newest first; what they undo is worked out from the service. */
  readonly changes: readonly {
    readonly version: string;
    readonly change: string;
    readonly where: string;
    /** A row `renamed` of a field, a member of an object, or a state (`value`); `from` is its older name. */
    readonly renamed?: { readonly of: string; readonly field: string; readonly value?: string; readonly from: string };
    readonly line: number;
  }[];
}

/** Something the document leaves open. */
export interface GapPlan {
  readonly part: string;
  readonly what: string;
  readonly status: 'not shown' | 'missing';
  readonly line?: number;
}

/** What the machine runs: plain JSON; names resolved, the line of each rule kept. */
export interface Plan {
  /** The form of the plan itself. */
  readonly form: 1;
  readonly name: string;
  /** The file that the lines speak of. */
  readonly document: string;
  /** Changes when anything that is served changes; prose and places aside. */
  readonly digest: string;
  readonly summary: string;
  readonly purpose: {
    readonly prose: string;
    readonly inScope: readonly string[];
    readonly outOfScope: readonly string[];
    readonly contact?: string;
    readonly terms?: string;
  };
  readonly resources: readonly ResourcePlan[];
  readonly objects: readonly ObjectPlan[];
  readonly unions: readonly UnionPlan[];
  /** The path of the base address, served as a prefix; `known` is the whole URL where the document states one. */
  readonly base: { readonly prefix: string; readonly known?: string };
  readonly media: { readonly request: readonly string[]; readonly answer: readonly string[] };
  readonly unknownMembers: 'refused' | 'ignored';
  readonly browsersFrom: readonly string[];
  readonly operations: readonly OperationPlan[];
  readonly authentication: AuthenticationPlan;
  readonly events: readonly EventPlan[];
  readonly deliveries: readonly DeliveryPlan[];
  readonly errors: ErrorsPlan;
  readonly limits: readonly LimitPlan[];
  readonly toldIn: readonly string[];
  readonly versioning: VersioningPlan;
  readonly gaps: readonly GapPlan[];
}
