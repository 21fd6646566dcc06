import type { Located, Name, SourceText, Span } from '../../text/location.ts';
import type { Mailbox } from '../../text/mailbox.ts';
import type { NotShown } from '../not-shown.ts';
import type { RowModel } from '../row-model.ts';

/** The events of the service, and their deliveries. */
export interface EventsModel {
  readonly events: readonly EventModel[];
  readonly deliveries: readonly DeliveryModel[];
  readonly emails: readonly EmailModel[];
  /** The sender of the emails. */
  readonly from?: Located<Mailbox>;
}

/** ``pay Invoice to paid when `total > 0` ``: an operation or transition, the state it must end in, and a condition. */
export interface WhenModel {
  readonly operation: Name;
  readonly to?: Name;
  readonly condition?: SourceText;
  /** Only code emits it. */
  readonly emitted: boolean;
  readonly span: Span;
}

/** A row of the Events table. */
export interface EventModel extends RowModel {
  readonly when: readonly WhenModel[];
  readonly payload?: SourceText;
}

/** A text with expressions between braces: pieces of the text as written, and expressions. */
export interface TemplateModel {
  readonly pieces: readonly (string | SourceText)[];
  readonly span: Span;
}

/** A row of the Emails table, with the text below the heading of its name. */
export interface EmailModel extends RowModel {
  readonly event?: Name;
  /** An expression of the address, or of a list of addresses. */
  readonly to?: SourceText | NotShown;
  readonly subject?: TemplateModel;
  readonly attempts?: DeliveryModel['attempts'];
  /** Markdown. */
  readonly text?: TemplateModel;
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
