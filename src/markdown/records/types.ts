import type { Located, Name, SourceText, Span } from '../../text/location.ts';
import type { Cell } from '../cells/cell.ts';
import type { ItemReader, Says, SaysOfDuration } from '../cells/readers.ts';
import type { ContentRow, ParseContext } from '../content.ts';
import type { PartGrammar, ValueGrammar } from '../grammar.ts';

/** Reads a form that only one cell has. Of a fact line there is no row. */
type OwnReader = (cell: Cell, context: ParseContext, row: ContentRow) => unknown;
type OwnFactReader = (cell: Cell, context: ParseContext) => unknown;

type Capital<T extends string> = T extends `${infer A} ${infer B}` ? `${Capitalize<A>}${Capital<B>}` : Capitalize<T>;

/** `Applies to` is `appliesTo` in what is read, unless the grammar names it otherwise. */
type KeyOf<V> = V extends { readonly as: infer As extends string }
  ? As
  : V extends
        | { readonly title: infer T extends string }
        | { readonly at: unknown; readonly name: infer T extends string }
    ? Uncapitalize<Capital<T>>
    : 'own';

/** The diagnostic of the part for a value without its form, or the reader of a form of its own; `never`: nothing. */
type Wired<V, Own> = V extends { readonly reads: { readonly each: string } }
  ? ItemReader
  : V extends { readonly reads: { readonly own: string } }
    ? Own
    : V extends { readonly reads: 'prose' | 'text' | 'names' | 'items' }
      ? never
      : V extends { readonly reads: 'duration' }
        ? SaysOfDuration
        : Says;

type Wiring<V extends ValueGrammar, Own> = {
  readonly [One in V as [Wired<One, Own>] extends [never] ? never : KeyOf<One>]: Wired<One, Own>;
};

type ResultOf<Wired> = Wired extends (...args: never[]) => infer R ? R : never;

type Result<W, Key> = Key extends keyof W ? ResultOf<W[Key]> : never;

type ReadsAs = {
  readonly prose: SourceText | undefined;
  readonly text: Name | undefined;
  readonly names: readonly Name[];
} & {
  readonly items: readonly SourceText[];
  readonly code: SourceText | undefined;
  readonly duration: Located<number> | undefined;
};

type Form<Reads, Own> = Reads extends keyof ReadsAs
  ? ReadsAs[Reads]
  : Reads extends { readonly word: readonly (infer Word)[] }
    ? Located<Word> | undefined
    : Reads extends { readonly name: unknown }
      ? Name | undefined
      : Reads extends { readonly each: string }
        ? readonly Exclude<Own, undefined>[]
        : Own;

type ValueOf<V extends ValueGrammar, W> =
  | Form<V['reads'], Result<W, KeyOf<V>>>
  | (V extends { readonly closes: true } ? { readonly notShown: Span } : never);

/** Values by their names: what may be missing is left out. */
type Held<Values> = {
  readonly [K in keyof Values as undefined extends Values[K] ? never : K]: Values[K];
} & {
  readonly [K in keyof Values as undefined extends Values[K] ? K : never]?: Exclude<Values[K], undefined>;
};

/** One flat object instead of an intersection. */
type Flat<T> = { [K in keyof T]: T[K] };

/** The names of the tables of a part. */
export type TableName<G extends PartGrammar> = G['tables'][number]['name'];

type TableOf<G extends PartGrammar, N> = Extract<G['tables'][number], { readonly name: N }>;

type ColumnsOf<G extends PartGrammar, N> = TableOf<G, N>['columns'];

type OtherOf<T> = T extends { readonly otherColumns: infer Other extends ValueGrammar } ? Other : never;

/** The readers of a part for the rows of one of its tables; `own` is for the columns with other titles. */
export type TableWiring<G extends PartGrammar, N> = Wiring<ColumnsOf<G, N>[number] | OtherOf<TableOf<G, N>>, OwnReader>;

/** The values of the columns of other titles, by these titles. */
type OwnValues<Other extends ValueGrammar, W> = [Other] extends [never]
  ? unknown
  : { readonly own: ReadonlyMap<string, Exclude<ValueOf<Other, W>, undefined>> };

/** The first column that each row needs. */
type KeyColumn<Columns> = Columns extends readonly [infer First, ...infer Rest]
  ? First extends { readonly required: true }
    ? First
    : KeyColumn<Rest>
  : never;

/** A row as its columns are read; the key, the first column that each row needs, is always there. */
export type RowRecord<G extends PartGrammar, N, W> = Flat<
  Held<{
    readonly [C in ColumnsOf<G, N>[number] as KeyOf<C>]: C extends KeyColumn<ColumnsOf<G, N>>
      ? Exclude<ValueOf<C, W>, undefined>
      : ValueOf<C, W>;
  }> &
    OwnValues<OtherOf<TableOf<G, N>>, W> & { readonly span: Span }
>;

type FactsAt<G extends PartGrammar, At> = Extract<G['facts'][number], { readonly at: At }>;

/** The readers of a part for its fact lines in one location. */
export type FactWiring<G extends PartGrammar, At> = Wiring<FactsAt<G, At>, OwnFactReader>;

type Lines<F extends ValueGrammar, W> = F extends { readonly repeats: true }
  ? readonly (Exclude<ValueOf<F, W>, undefined> extends readonly (infer Item)[]
      ? Item
      : Exclude<ValueOf<F, W>, undefined>)[]
  : ValueOf<F, W>;

/** The values of fact lines by their names: lists of repeated ones, else the first valid one. */
export type FactRecord<G extends PartGrammar, At, W> = Flat<
  Held<{ readonly [F in FactsAt<G, At> as KeyOf<F>]: Lines<F, W> }>
>;
