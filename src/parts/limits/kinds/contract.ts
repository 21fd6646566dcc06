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

/** The counter of a limit: `attribute` is `caller.…`, `all` an empty Per. */
export type PerKind = 'credential' | 'ip' | 'attribute' | 'all';

/** The plan of a limit of each single request. */
export interface Bound {
  /** The field of an operation's plan that holds the strictest limit of the kind. */
  readonly field: 'bodySize' | 'timeout' | 'paging';
  /** The limit of the server that this one must not exceed. */
  readonly serverLimit: keyof ServerLimits;
  /** An amount in words: "bodies of 1024 bytes". */
  words(amount: number): string;
}

/** A kind of limit: the form of its Value, its counters, and how it rejects a request. */
export interface LimitKind<Value extends LimitValue = LimitValue> {
  readonly name: string;
  /** How a Value is written, for messages. */
  readonly form: string;
  /** The member of `errors/conditions/` that a request beyond it is refused by. */
  readonly condition: string;
  /** The aspect of the part that a limit of the kind states. */
  readonly aspect?: string;
  /** Requests beyond it may be cut down to it instead (`clamp`). */
  readonly clamps: boolean;
  readonly per: readonly PerKind[];
  /** The targets of Applies to: any operation; lists with a page size; or operations that create the counted records. */
  readonly appliesTo: 'any operation' | 'bodies' | 'lists' | 'records';
  /** The counted items. */
  readonly counts?: 'requests' | 'records';
  /** Its requests count only while they are running. */
  readonly whileRunning?: true;
  /** The steps that enforce it: each limit of the kind is a fact of one of them, for every operation that has it. */
  readonly enforcedBy: readonly [StepName, ...StepName[]];
  /** Its property in an operation's plan; left out: it is in the limits of the plan, and the operation names it. */
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
