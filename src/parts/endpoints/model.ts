import type { SessionVerb, StandardKind } from '../../plan/kinds.ts';
import type { Located, Name, SourceText, Span } from '../../text/location.ts';
import type { LimitModel } from '../limits/model.ts';
import type { NotShown } from '../not-shown.ts';
import type { RowModel } from '../row-model.ts';

/** The paths of the service and what each operation takes and gives. */
export interface EndpointsModel {
  /** `{base_url}` or a URL. */
  readonly baseUrl?: Located<string>;
  readonly requestMediaTypes: readonly Name[];
  readonly responseMediaTypes: readonly Name[];
  readonly unknownFields?: Located<'refused' | 'ignored'>;
  readonly allowedOrigins: readonly Located<string>[];
  /** The line Lists: what lists have that state nothing else. */
  readonly lists?: ListsModel;
  readonly operations: readonly OperationModel[];
  /** Rows without a Path: transitions that handlers alone run, each with its Request. */
  readonly calls: readonly OperationModel[];
  readonly idempotency: readonly IdempotencyModel[];
  readonly preconditions: readonly PreconditionModel[];
}

/** The line Lists. */
export interface ListsModel {
  /** The members of the response: the records, then built-in values; none for a bare array. */
  readonly members?: readonly { readonly name: string; readonly value?: string }[];
  readonly paging: 'cursor' | 'page number' | 'offset';
  readonly pageSize?: NonNullable<LimitModel['value']>;
  readonly clamp?: true;
  readonly span: Span;
}

/** What an Operation cell says, read by its form alone; which transitions exist is asked by check. */
export interface OperationName {
  /** The text by which other parts mean it: `create Invoice`, or the name behind `as`. */
  readonly text: string;
  /** `create`, `pay`, `issue` …; the first word. */
  readonly verb: string;
  /** The last word where it begins with an upper-case letter. */
  readonly resource?: Name;
  /** The kind, where all of its words name it: `issue token`. */
  readonly standard?: StandardKind;
  readonly code: boolean;
  /** It is a handler that Nonet has: `log in User`. */
  readonly session?: SessionVerb;
  /** The name of its own behind `as`. */
  readonly as?: Name;
  readonly span: Span;
}

/** A segment of a path: fixed text, or a placeholder (`customer.email` has two names). */
export type PathSegment =
  | { readonly kind: 'fixed'; readonly text: string; readonly span: Span }
  | { readonly kind: 'placeholder'; readonly names: readonly Name[]; readonly span: Span };

/** A row of the Operations table with what stands under the operation's heading. */
export interface OperationModel {
  readonly name: OperationName;
  readonly method?: Name;
  /** The cell Path is empty. */
  readonly called?: true;
  readonly path?: { readonly text: string; readonly segments: readonly PathSegment[]; readonly span: Span };
  readonly request?: SourceText | NotShown;
  readonly responses: readonly ResponseModel[] | NotShown;
  readonly order?: { readonly items: readonly OrderItem[]; readonly span: Span };
  /** A dotted path such as `caller.user`. */
  readonly record?: Located<string>;
  readonly parameters: readonly ParameterModel[];
  readonly meaning?: SourceText;
  readonly prose: readonly Span[];
  /** The line Ends of a `log out`. */
  readonly ends?: Located<'this session' | 'every session'>;
  /** The line Creates of a `sign in`: the fields of a new record that have a value of the issuer. */
  readonly creates?: readonly Name[];
  /** The line Present password: the path of a member of the Request. */
  readonly present?: Located<string>;
  /** The line Present code: the path of a member of the Request. */
  readonly presentCode?: Located<string>;
  /** The line Signed links: the milliseconds after which a link to the file ends. */
  readonly signedLinks?: Located<number>;
  /** The line Resumable uploads: the milliseconds after which an upload that is not complete ends. */
  readonly resumable?: Located<number>;
  /** It is the creation of a `replace` with a response `when new`. */
  readonly replaces?: true;
  readonly span: Span;
}

/** `-created_at`. */
export interface OrderItem {
  readonly field: Name;
  readonly descending: boolean;
}

/** A header of a response: with an expression, or a role of the place; `Location` has neither. */
export interface HeaderModel {
  readonly name: Name;
  readonly value?: SourceText;
  readonly role?: Name;
  /** The Location of a response that the row leaves out: sent if the record has an address. */
  readonly isConvention?: true;
}

/**
 * A status, a shape, headers, and the condition under which it is the one: an expression, or that the record `exists` or is `new`. A
 * response that is an error has the code of a row of Errors instead of all but the condition.
 */
export interface ResponseModel {
  readonly status?: Located<number>;
  readonly error?: Name;
  readonly shape?: SourceText;
  readonly headers: readonly HeaderModel[];
  readonly when?: SourceText;
  readonly exists?: Span;
  readonly isNew?: Span;
  readonly span: Span;
}

/** What a parameter means. */
export type MeansModel = { readonly span: Span } & (
  | { readonly kind: 'filter'; readonly field: Located<readonly string[]>; readonly operator: FilterOperator }
  /** `compares`, of an older version: the field that `value` is compared with. */
  | { readonly kind: 'where'; readonly cel: SourceText; readonly compares?: OlderComparedField }
  | { readonly kind: 'search' | 'sort'; readonly fields: readonly Name[] }
  | { readonly kind: 'expand'; readonly fields: readonly Name[] }
  | { readonly kind: PagingWord | 'total' | 'fields' }
  /** The words of the type, read by the resources' type reader in check and plan. */
  | { readonly kind: 'input'; readonly type: SourceText }
);

/** The field that `value` is compared with: its path in an older version, from the records of a resource. */
export interface OlderComparedField {
  readonly owner: string;
  readonly path: readonly string[];
}

/** What a parameter may mean that pages a list. */
export type PagingWord = 'page size' | 'cursor' | 'offset' | 'page number' | 'after id' | 'before id';
/** How a filter compares a field with what is asked for. */
export type FilterOperator = '=' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'contains' | 'starts with';

/** A query parameter, or a header. */
export interface ParameterModel extends RowModel {
  readonly in: 'query' | 'header';
  readonly means?: MeansModel;
  /** The Constraints cell, item by item, read by the resources' constraint reader. */
  readonly constraints: readonly SourceText[];
}

/** A row of the Idempotency table; `keptFor` in milliseconds. */
export interface IdempotencyModel {
  readonly operations: readonly Name[];
  readonly header?: Name;
  readonly keptFor?: Located<number>;
  readonly whenAbsent?: Located<'allowed' | 'refused'>;
  readonly span: Span;
}

/** A row of the Preconditions table. */
export interface PreconditionModel {
  readonly operations: readonly Name[];
  readonly header?: Located<'If-Match' | 'If-None-Match'>;
  readonly whenAbsent?: Located<'allowed' | 'refused'>;
  readonly span: Span;
}
