import type { Located, Name, SourceText, Span } from '../../text/location.ts';
import type { NotShown } from '../not-shown.ts';
import type { RowModel } from '../row-model.ts';

/** One state machine (or the actions of a resource without one) for each heading of the part. */
export interface StatesModel {
  readonly machines: readonly StateMachineModel[];
}

/** The content below `### Invoice` or `### Invoice.status`. */
export interface StateMachineModel {
  readonly resource: Name;
  /** Named in the heading where a resource has several state fields. */
  readonly field?: Name;
  readonly span: Span;
  readonly states: readonly StateModel[];
  readonly transitions: readonly TransitionModel[];
  readonly matrix?: MatrixModel;
  readonly prose: readonly Span[];
}

/** A row of the State table. */
export interface StateModel extends RowModel {
  readonly kind?: Located<'initial' | 'final' | 'gone'>;
  /** The fields that clients may change in it. */
  readonly editable: readonly Name[];
}

/** A row of the transition table. */
export interface TransitionModel extends RowModel {
  readonly from: FromModel;
  readonly to?: ToModel;
  readonly trigger?: TriggerModel;
  readonly guard?: SourceText | NotShown;
  /** The fields of its own record that the row sets. */
  readonly effects: readonly EffectModel[];
  /** The effects on other records. */
  readonly others: readonly OtherEffectModel[];
  readonly refusal?: Name;
}

/** The cell From: names, `any`, `any other`, or nothing (create rows and actions). */
export type FromModel =
  | { readonly kind: 'states'; readonly states: readonly Name[] }
  | { readonly kind: 'any' | 'any other'; readonly span: Span }
  | { readonly kind: 'none' };

/** The cell To. */
export type ToModel = { readonly kind: 'state'; readonly state: Name } | { readonly kind: 'same'; readonly span: Span };

/** The cell Trigger; `after` in milliseconds. */
export type TriggerModel = { readonly span: Span } & (
  | { readonly kind: 'handler' }
  | { readonly kind: 'after'; readonly milliseconds: number; readonly text: string }
  | { readonly kind: 'at'; readonly field: Name }
);

/** `field = <CEL>`, or `field ?= <CEL>`: a field, or a path into an object field. */
export interface EffectModel {
  readonly path: readonly Name[];
  readonly value: SourceText;
  /** `?=`: where the value reads something absent, nothing is set. */
  readonly ifPresent?: true;
  readonly span: Span;
}

/** `name: <CEL>`, or `name?: <CEL>`. */
export interface GivenModel {
  readonly name: Name;
  readonly value: SourceText;
  readonly ifPresent?: true;
}

/**
 * An effect on other records. A path begins with a reference of the record, or with the variable of an `each` around it: a record, or an
 * item of a list.
 */
export type OtherEffectModel = { readonly span: Span } /** `product.stock = <CEL>`. */ & (
  | ({ readonly kind: 'set' } & EffectModel)
  /** `close ticket`, `delete hold`, `pay invoice(amount: 5)`. */
  | {
      readonly kind: 'run';
      readonly verb: Name;
      readonly target: readonly Name[];
      readonly values: readonly GivenModel[];
    }
  /** `create Invoice(customer: customer)`. */
  | { readonly kind: 'create'; readonly resource: Name; readonly values: readonly GivenModel[] }
  /** `Hold.each(h, <CEL>, release h)`. */
  | {
      readonly kind: 'each';
      readonly resource: Name;
      readonly variable: Name;
      readonly where: SourceText;
      readonly effect: OtherEffectModel;
    }
  /** `input.lines.each(l, <effect>)`, `input.lines.each(l, <CEL>, <effect>)`. */
  | {
      readonly kind: 'items';
      readonly list: SourceText;
      readonly variable: Name;
      readonly where?: SourceText;
      readonly effect: OtherEffectModel;
    }
  /** `<effect>` when `<CEL>`. */
  | { readonly kind: 'when'; readonly where: SourceText; readonly effect: OtherEffectModel }
);

/** The field-by-state matrix. */
export interface MatrixModel {
  readonly states: readonly Name[];
  readonly rows: readonly {
    readonly field: Name;
    /** One for each of `states`; left out where the cell is not shown or could not be read. */
    readonly cells: readonly (Located<'editable' | 'fixed' | 'required' | 'absent'> | undefined)[];
    readonly span: Span;
  }[];
}
