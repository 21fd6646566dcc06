import type { CellText } from '../../../markdown/cells/cell.ts';
import type { Json } from '../../../plan/schema.ts';
import type { Span } from '../../../text/location.ts';
import type { TargetModel } from '../model.ts';

/** Why a To could not be read: the place, a sentence, and what would be right there. */
export interface WrongTarget {
  readonly wrong: string;
  readonly span: Span;
  readonly suggestion?: string;
}

/** The words by which pages and descriptions for clients present a delivery. */
export interface DeliveryWords {
  /** An explanation that follows its name. */
  readonly is: string;
  /** The title of its channel. */
  readonly channel: string;
  /** The title of what the service does, and a sentence. */
  readonly action: string;
  readonly sentence: string;
}

/** A message as its headers depend on it. */
export interface DeliveredMessage {
  readonly event: string;
  /** Whether it has a signature: `sometimes` if the subscription may lack the secret. */
  readonly signed: 'always' | 'sometimes' | 'never';
}

/** Keywords of a description, as JSON Schema or AsyncAPI knows them. */
export type Keywords = { readonly [keyword: string]: Json };

/** A kind of delivery of events to subscribers. */
export interface Delivery {
  readonly name: string;
  /** How its To is written, for messages. */
  readonly form: string;
  /** Each subscriber has a request of its own: it may be signed and tried again. */
  readonly pushes: boolean;
  readonly read: (to: CellText) => TargetModel | WrongTarget;
  readonly words: DeliveryWords;
  /** The binding of its operation in AsyncAPI. */
  readonly binding: Keywords;
  /** The JSON Schema of the headers of a message; each property has a description, or one value only. */
  readonly headers: (message: DeliveredMessage) => Keywords;
  /** Values of To that read, and values that do not, each with the text under the caret. */
  readonly right: readonly { readonly text: string; readonly kind: TargetModel['kind'] }[];
  readonly wrong: readonly { readonly text: string; readonly at: string }[];
}
