import type { Located, Name, SourceText, Span } from '../../text/location.ts';
import type { NotShown } from '../not-shown.ts';
import type { RowModel } from '../row-model.ts';

/** The events of the service, and their deliveries. */
export interface EventsModel {
  readonly events: readonly EventModel[];
  readonly deliveries: readonly DeliveryModel[];
}

/** `pay Invoice to paid`: an operation or transition, and the state it must end in. */
export interface WhenModel {
  readonly operation: Name;
  readonly to?: Name;
  /** Only code emits it. */
  readonly emitted: boolean;
  readonly span: Span;
}

/** A row of the Events table. */
export interface EventModel extends RowModel {
  readonly when: readonly WhenModel[];
  readonly payload?: SourceText;
}

/** A row of the Delivery table. */
export interface DeliveryModel {
  /** A member of `deliveries/`: webhook, sse, nats. */
  readonly kind: Name;
  readonly to?: TargetModel | NotShown;
  readonly events: 'all' | { readonly listedIn: Name } | readonly Name[];
  /** `cloudevents 1.0`, `standard webhooks`, or a shape. */
  readonly envelope?: { readonly named: Name } | { readonly shape: SourceText };
  /** The field of type `secret` after `standard webhooks with`. */
  readonly signature?: { readonly field: Name } | NotShown;
  readonly attempts?: Located<{ readonly count: number; readonly milliseconds: number }>;
  readonly span: Span;
}

/** Where a delivery goes. */
export type TargetModel = { readonly span: Span } & (
  | { readonly kind: 'each'; readonly resource: Name; readonly at: readonly Name[]; readonly where?: SourceText }
  | { readonly kind: 'setting'; readonly name: Name }
  | { readonly kind: 'endpoint'; readonly method: Name; readonly path: Name }
  | { readonly kind: 'subject'; readonly pattern: Located<string> }
);
