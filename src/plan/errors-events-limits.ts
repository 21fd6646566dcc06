import type { Expression } from '../expression/tree.ts';
import type { Mailbox } from '../text/mailbox.ts';
import type { BodyShape } from './body.ts';
import type { Documented } from './documentation.ts';
import type { Json } from './schema.ts';
import type { AnswerShape } from './shape.ts';

/** One way an event comes about. */
export interface EventWhenPlan {
  readonly operation: string;
  readonly to?: string;
  /** A condition on the record and the previous one. */
  readonly condition?: Expression;
  readonly emitted: boolean;
}

/** A kind of event. */
export interface EventPlan extends Documented {
  readonly name: string;
  readonly resource?: string;
  readonly when: readonly EventWhenPlan[];
  readonly payload?: AnswerShape;
  readonly line: number;
}

/** A text with values: pieces as written, and the names of values. Of several lines, it is Markdown. */
export type TemplatePlan = readonly (string | { readonly value: string })[];

/** An email that an event causes. */
export interface EmailPlan extends Documented {
  readonly name: string;
  readonly disabled?: true;
  readonly event: string;
  /** The resource of the event's record. */
  readonly resource: string;
  /** The expression of the addresses as written. */
  readonly to?: string;
  /** An object: `to`, the address or the addresses, and the values of the subject and the text. */
  readonly values: AnswerShape;
  readonly subject: TemplatePlan;
  readonly text: TemplatePlan;
  readonly attempts?: { readonly count: number; readonly milliseconds: number };
  readonly line: number;
}

/** The emails of a service, and their sender where the document states it. */
export interface MailPlan {
  readonly from?: Mailbox;
  readonly emails: readonly EmailPlan[];
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
export interface CodePlan extends Documented {
  readonly code: string;
  readonly status: number;
  readonly conditions: readonly ConditionPlan[];
  readonly message?: string;
  /** The field at which a refusal is shown that names none itself: a name, a path or a JSON Pointer. */
  readonly field?: string;
  /** The cells of columns of the document's own. */
  readonly own: Readonly<Record<string, Json>>;
  /** Only ever chosen by name. */
  readonly byName: boolean;
  readonly line: number;
}

/** A place of the column On: a field, all fields of a resource or object, or a parameter, of one operation or of each. */
export type FieldErrorPlace =
  | { readonly holder: string; readonly field?: string }
  | { readonly parameter: string; readonly operation?: string };

/** A row of the Field errors table: how problems are worded. */
export interface FieldErrorPlan extends Documented {
  /** Words of `field-errors.ts`. */
  readonly problems: readonly string[];
  /** Left out: everywhere. */
  readonly on?: readonly FieldErrorPlace[];
  readonly message?: string;
  readonly code?: Json;
  readonly line: number;
}

/** The errors of the service. `body` left out at a gap: `about:blank` problems. */
export interface ErrorsPlan {
  readonly codes: readonly CodePlan[];
  /** Left out: no row words the problems of fields. */
  readonly fields?: readonly FieldErrorPlan[];
  readonly body?: { readonly kind: 'problem details' } | { readonly kind: 'shape'; readonly shape: BodyShape };
}

/** A counted limit (rates, quotas, concurrency); operations have body size, page size and timeout. */
export interface LimitPlan {
  readonly name: string;
  readonly kind: string;
  readonly operations: readonly string[];
  /** Callers that hold one of these scopes; left out: all. */
  readonly scopes?: readonly string[];
  /** With scopes: the operations for which it applies to all callers. */
  readonly everybody?: readonly string[];
  /** It also counts requests that name no operation (`all` per `ip`). */
  readonly everyRequest: boolean;
  readonly per?: 'credential' | 'ip' | { readonly attribute: string };
  readonly value: Readonly<Record<string, number>>;
  /** Pages are cut down to it instead of being refused. */
  readonly clamp?: true;
  /** Of a quota the resource whose records it counts. */
  readonly resource?: string;
  /** Of a quota of bytes the resources the files of whose records it counts together. */
  readonly filesOf?: readonly string[];
  /** The error code named by When exceeded. */
  readonly code?: string;
  readonly line: number;
}

/** A row of the Versions table; dates are `YYYY-MM-DD`. */
export interface VersionRowPlan extends Documented {
  readonly name: string;
  readonly status: 'current' | 'supported' | 'deprecated' | 'retired' | 'preview';
  readonly released?: string;
  readonly sunset?: string;
  /** From the beginning of the sunset day, UTC, requests get `retired version`. If left out, the service keeps serving the version. */
  readonly afterSunset?: 'gone';
  readonly line: number;
}
