import type { ServerLimits } from '../../../contracts/operation-context.ts';
import type { CellText } from '../../../markdown/cells/cell.ts';
import type { StepName } from '../../../plan/order.ts';
import type { Span } from '../../../text/location.ts';
import type { LimitValue } from '../model.ts';

/** Why a Value could not be read: the place, a sentence, and what would be right there. */
export interface WrongValue {
  readonly wrong: string;
  readonly span: Span;
  readonly suggestion?: string;
}

/** What a limit counts by: `attribute` is `caller.…`, `all` an empty Per. */
export type PerKind = 'credential' | 'ip' | 'attribute' | 'all';

/** How a limit that holds for each request by itself is planned. */
export interface Bound {
  /** The field of an operation's plan that holds the strictest limit of the kind. */
  readonly field: 'bodySize' | 'timeout' | 'paging';
  /** The limit of the server that this one must not exceed. */
  readonly serverLimit: keyof ServerLimits;
  /** An amount in words: "bodies of 1024 bytes". */
  words(amount: number): string;
}

/** A kind of limit: how its Value reads, what it may be counted by, and how a request beyond it is turned down. */
export interface LimitKind<Value extends LimitValue = LimitValue> {
  readonly name: string;
  /** Its old names. */
  readonly formerly?: readonly string[];
  /** How a Value is written, for messages. */
  readonly form: string;
  /** The member of `errors/conditions/` that a request beyond it is refused by. */
  readonly condition: string;
  /** The aspect of the part that a limit of the kind states. */
  readonly aspect?: string;
  /** Requests beyond it may be cut down to it instead (`clamp`). */
  readonly clamps: boolean;
  readonly per: readonly PerKind[];
  /** What Applies to may name: any operation; lists with a page size; or what creates the records that are counted. */
  readonly appliesTo: 'any operation' | 'bodies' | 'lists' | 'records';
  /** What is counted across requests. */
  readonly counts?: 'requests' | 'records';
  /** Its requests count only while they are running. */
  readonly whileRunning?: true;
  /** The steps that enforce it: each limit of the kind stands among the facts of one of them, for every operation that has it. */
  readonly enforcedBy: readonly [StepName, ...StepName[]];
  /** How it stands in an operation's plan; left out: among the limits of the plan, where the operation names it. */
  readonly bound?: Bound;
  read(value: CellText): Value | WrongValue;
  /** The value in words of a sentence: "at most 600 requests per minute". */
  words(value: Value): string;
  /** The amounts that grow when a limit lets more through. Of several bounds the one whose first amount is least is the strictest. */
  amounts(value: Value): readonly number[];
  /** The amount that holds where a request asks for none. */
  default?(value: Value): number;
  /** Values that read, each with what it reads as, and values that do not, each with the text under the caret. */
  readonly right: readonly { readonly text: string; readonly value: Value }[];
  readonly wrong: readonly { readonly text: string; readonly at: string }[];
}
