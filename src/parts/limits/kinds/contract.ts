import type { CellText } from '../../../markdown/cells/cell.ts';
import type { Span } from '../../../text/location.ts';
import type { LimitValue } from '../model.ts';

/** Why a Value could not be read: the place, a sentence, and what would be right there. */
export interface WrongValue {
  readonly wrong: string;
  readonly span: Span;
  readonly suggestion?: string;
}

/** What a limit counts by: `attribute` is `caller.…`, `all` an empty Per. */
export type PerKind = 'credential' | 'address' | 'attribute' | 'all';

/** A kind of limit: how its Value reads, what it may be counted by, and how a request beyond it is turned down. */
export interface LimitKind {
  readonly name: string;
  /** How a Value is written, for messages. */
  readonly form: string;
  /** The member of `errors/conditions/` that a request beyond it is refused by. */
  readonly condition: string;
  /** Requests beyond it may be cut down to it instead (`clamp`). */
  readonly clamps: boolean;
  readonly per: readonly PerKind[];
  /** What Applies to may name: any operation; lists with a page size; or what creates the records that are counted. */
  readonly appliesTo: 'any operation' | 'bodies' | 'lists' | 'records';
  /** It is counted across requests and stands among the limits of the plan; else it is a bound of its operations. */
  readonly counted: boolean;
  read(value: CellText): LimitValue | WrongValue;
  /** The value in words of a sentence: "at most 600 requests per minute". */
  words(value: LimitValue): string;
  /** Values that read, each with what it reads as, and values that do not, each with the text under the caret. */
  readonly right: readonly { readonly text: string; readonly value: LimitValue }[];
  readonly wrong: readonly { readonly text: string; readonly at: string }[];
}
