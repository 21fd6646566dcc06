import type { CellText } from '../../../markdown/cells/cell.ts';
import type { Span } from '../../../text/location.ts';
import type { TargetModel } from '../model.ts';

/** Why a To could not be read: the place, a sentence, and what would be right there. */
export interface WrongTarget {
  readonly wrong: string;
  readonly span: Span;
  readonly suggestion?: string;
}

/** A way in which events reach those who wait for them. */
export interface Delivery {
  readonly name: string;
  /** How its To is written, for messages. */
  readonly form: string;
  /** Each subscriber has a request of its own: it may be signed and tried again. */
  readonly pushes: boolean;
  readonly read: (to: CellText) => TargetModel | WrongTarget;
  /** Values of To that read, and values that do not, each with the text under the caret. */
  readonly right: readonly { readonly text: string; readonly kind: TargetModel['kind'] }[];
  readonly wrong: readonly { readonly text: string; readonly at: string }[];
}
