import type { Expression, ValueType } from '../expression/tree.ts';
import type { Documented, PartPlan } from './documentation.ts';
import type { ErrorsPlan, EventPlan, LimitPlan, MailPlan, VersionRowPlan } from './errors-events-limits.ts';
import type { StandardBody } from './exchange.ts';
import type { OperationPlan, RefusalPlan } from './operation.ts';
import type { ObjectPlan, ResourcePlan, UnionPlan } from './resource.ts';
import type { Json } from './schema.ts';
import type { AnswerShape, InputShape } from './shape.ts';
import type { ConversionPlan, VersionPlan } from './version.ts';

export type {
  CodePlan,
  ConditionPlan,
  EmailPlan,
  ErrorsPlan,
  EventPlan,
  EventWhenPlan,
  FieldErrorPlace,
  FieldErrorPlan,
  LimitPlan,
  MailPlan,
  TemplatePlan,
  VersionRowPlan,
} from './errors-events-limits.ts';

/** A scheme by which callers authenticate; `disabled`: Kind or Sent in is not shown, so it admits no caller. */
export interface SchemePlan extends Documented {
  readonly name: string;
  readonly kind: string;
  readonly disabled?: true;
  readonly sentIn: readonly {
    readonly in: 'header' | 'query' | 'cookie';
    readonly name: string;
    readonly word?: string;
  }[];
  readonly credential?: string;
  /** The resource whose records log in: `caller.id` is the identity of one, and a credential ends with its record. */
  readonly holder?: string;
  /** The resource whose records are its sessions: a credential ends with its session. */
  readonly sessions?: string;
  /** Milliseconds. */
  readonly lifetime?: number;
  /** A credential ends after this time without a request, in milliseconds. */
  readonly idle?: number;
  /** The milliseconds that a session with a refresh token lasts; left out: the scheme has none. */
  readonly refresh?: number;
  readonly line: number;
}

/** A row of Scopes as the document states it. */
export interface ScopeRowPlan extends Documented {
  readonly name: string;
  /** Operations, `all Invoice` or `all`; empty where the cell is not shown. */
  readonly allows: readonly string[];
  /** The row rule as written. */
  readonly where?: string;
  readonly line: number;
}

/** The line Tenant as the document states it. */
export interface TenantLinePlan {
  readonly field: string;
  /** The conditions that it adds to row rules. */
  readonly rules: readonly { readonly where: string; readonly resources: readonly string[] }[];
  readonly shared: readonly string[];
  readonly line: number;
}

/** The schemes, attributes and scopes of callers. */
export interface AuthenticationPlan {
  /** `not shown` binds the service to loopback; `none` is a decision. */
  readonly status: 'stated' | 'none' | 'not shown';
  readonly schemes: readonly SchemePlan[];
  /** Names of scopes in the document's order, `public` and `authenticated` left out. */
  readonly scopes: readonly string[];
  /** Only a whole plan has them, as all that documentation is written from. */
  readonly scopeRows?: readonly ScopeRowPlan[];
  /** Of a whole plan the line Tenant. The rows, fields and uniques contain it already. */
  readonly tenantLine?: TenantLinePlan;
  readonly attributes: readonly (Documented & {
    readonly name: string;
    readonly type: ValueType;
    /** The field of the record that logs in, whose value it has. */
    readonly from?: string;
    /** It is the identity of the record of the session. */
    readonly ofSession?: true;
    readonly line: number;
  })[];
}

/** A delivery; how it works is its member's, found by `kind`. */
export interface DeliveryPlan {
  readonly kind: string;
  readonly disabled?: true;
  readonly to?:
    | { readonly kind: 'each'; readonly resource: string; readonly at: readonly string[]; readonly where?: Expression }
    | { readonly kind: 'setting'; readonly name: string }
    | { readonly kind: 'endpoint'; readonly operation: string }
    | { readonly kind: 'subject'; readonly pattern: string };
  /** All events, those that a field of the subscription lists, or these. */
  readonly events: 'all' | { readonly listedIn: string } | readonly string[];
  readonly envelope?: { readonly named: string } | { readonly shape: AnswerShape };
  readonly signature?: { readonly field: string };
  readonly attempts?: { readonly count: number; readonly milliseconds: number };
  readonly line: number;
}

/** The versions of the interface. */
export interface VersioningPlan {
  readonly versions: readonly VersionRowPlan[];
  readonly placements: readonly {
    readonly in: 'header' | 'path' | 'query' | 'media type';
    readonly name?: string;
    /** `current`, `refused`, or a version. */
    readonly whenAbsent: string;
    readonly line: number;
  }[];
  /** The rows of Changes as the document states them, newest first; their effect is computed from the service. */
  readonly changes: readonly (Documented & {
    readonly version: string;
    readonly change: string;
    readonly where: string;
    /** The resource, or the operation, that it changes. */
    readonly resource?: string;
    readonly operation?: string;
    /**
     * A row `renamed` of a field, a member of an object, or a value; `from` is its older name. Of a row `value removed`, `value` is
     * the one that records have in place of it.
     */
    readonly renamed?: { readonly of: string; readonly field: string; readonly value?: string; readonly from: string };
    /** The other cells of the row as written. */
    readonly stated?: {
      readonly before?: readonly string[];
      readonly oldResponses?: string;
      readonly oldRequests?: string;
    };
    readonly line: number;
  })[];
  /** The versions below the top row that are served (current, supported, deprecated), newest first; left out: none. */
  readonly older?: readonly VersionPlan[];
  /** Between each two listed versions, newest first, how stored records are turned; left out: no row says it by Old requests. */
  readonly conversions?: readonly ConversionPlan[];
  /**
   * By listed version below the top row, newest first, whatever its status: the present names of its events, by its own; left out: no
   * event was renamed.
   */
  readonly eventNames?: readonly {
    readonly version: string;
    readonly names: Readonly<Record<string, string>>;
  }[];
}

/** A refusal that no step of an operation gives; `code` is that of a request for which no operation was found. */
export interface ServiceRefusalPlan extends RefusalPlan {
  /** Operations too are refused so, at any moment. */
  readonly everywhere?: true;
  readonly line?: number;
}

/** Something the document leaves open. */
export interface GapPlan {
  readonly part: string;
  readonly what: string;
  readonly status: 'not shown' | 'missing';
  readonly line?: number;
}

/** The document in the form that the runtime reads: plain JSON, names resolved, with the line of each rule. */
export interface Plan {
  /** The form of the plan itself. */
  readonly form: 1;
  readonly name: string;
  /** The file that the lines speak of. */
  readonly document: string;
  /** Changes when anything that is served changes; what only people read, and lines, aside. */
  readonly digest: string;
  readonly summary: string;
  readonly purpose: {
    readonly prose: string;
    readonly inScope: readonly string[];
    readonly outOfScope: readonly string[];
    readonly contact?: string;
    readonly terms?: string;
    /** The address of the site of the service. */
    readonly website?: string;
    /** The address of an image. */
    readonly logo?: string;
    /** `#rrggbb`. */
    readonly color?: string;
  };
  readonly resources: readonly ResourcePlan[];
  readonly objects: readonly ObjectPlan[];
  readonly unions: readonly UnionPlan[];
  /** The path of the base address, served as a prefix; `known` is the whole URL where the document states one. */
  readonly base: { readonly prefix: string; readonly known?: string };
  /** The line that states the allowed origins, or the line after which it belongs. */
  readonly browsers?: { readonly line: number };
  readonly media: { readonly request: readonly string[]; readonly answer: readonly string[] };
  readonly unknownFields: 'refused' | 'ignored';
  readonly allowedOrigins: readonly string[];
  readonly operations: readonly OperationPlan[];
  /** Errors of requests that are not in the steps of their operation. */
  readonly refusals: readonly ServiceRefusalPlan[];
  /** The input of transitions without an endpoint, which handlers call, by name: `settle Invoice`. */
  readonly calls?: readonly { readonly name: string; readonly input: InputShape }[];
  readonly authentication: AuthenticationPlan;
  readonly events: readonly EventPlan[];
  readonly deliveries: readonly DeliveryPlan[];
  /** Left out of a document without emails. */
  readonly mail?: MailPlan;
  readonly errors: ErrorsPlan;
  readonly limits: readonly LimitPlan[];
  readonly limitHeaders: readonly string[];
  readonly versioning: VersioningPlan;
  readonly gaps: readonly GapPlan[];
  /** Of a whole plan the JSON Schemas of the bodies that standards give, as far as an operation has them. */
  readonly bodies?: Readonly<Partial<Record<StandardBody, Json>>>;
  /** Of a whole plan the parts as people read them, in the order of the document. */
  readonly parts?: readonly PartPlan[];
}
