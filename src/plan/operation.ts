import type { Expression } from '../expression/tree.ts';
import type { Described, Documented } from './documentation.ts';
import type { ExchangePlan, HeaderPlan } from './exchange.ts';
import type { NestedPath } from './fields/field-path.ts';
import type { OperationKind } from './kinds.ts';
import type { StepName } from './order.ts';
import type { Json, ValueSchema } from './schema.ts';
import type { AnswerShape, InputShape } from './shape.ts';

/** A segment of a path: fixed text, or the field(s) that a placeholder names. */
export type SegmentPlan =
  | { readonly kind: 'fixed'; readonly text: string }
  /** `of: 'own'`: a field that finds the record; `parent`: a `ref` field (`by`: the parent's field, its identity when left out). */
  | {
      readonly kind: 'placeholder';
      readonly name: string;
      readonly of: 'own' | 'parent' | 'input';
      readonly field: string;
      readonly by?: string;
    };

/** An error of a step, and how the rows of Errors can narrow it in addition to the operation. */
export interface RefusalPlan {
  /** A member of `errors/conditions/`. */
  readonly condition: string;
  /** The code that the fact names in Refusal, Otherwise or When exceeded. */
  readonly named?: string;
  readonly transition?: string;
  /** The operation or transition that an effect runs, where that one refuses. */
  readonly called?: string;
  /** The resource, where it is not that of the operation. */
  readonly resource?: string;
  /** The row of Errors that answers it; left out: it is answered without a code. */
  readonly code?: string;
}

/** One fact of a step of an operation, in words, with its line in the document (none: HTTP's own or the server's). */
export interface StepPlan {
  readonly step: StepName;
  readonly words: string;
  /** The refusals that the fact can lead to. */
  readonly refusals?: readonly RefusalPlan[];
  /** Of a whole plan the response headers that the fact leads to. */
  readonly sends?: readonly HeaderPlan[];
  /** The step is one of the creation of a replace: it is done if there is no such record. */
  readonly creates?: true;
  /** Only requests of versions before this one have the step. */
  readonly before?: string;
  readonly line?: number;
}

/** A part of a list that no index serves within a bounded number of rows, and the parameter or the row of Scopes that requires it. */
export interface UnboundedPlan {
  readonly words: string;
  readonly parameter?: string;
  /** The index of a grant. */
  readonly grant?: number;
  readonly line: number;
}

/**
 * A `ref`, or list of refs, through which expressions read: the path to it from the record, or from the items of the lists `within`, and the
 * resource of the other record.
 */
export interface RefPlan {
  readonly path: readonly string[];
  readonly within?: readonly NestedPath[];
  readonly resource: string;
  /** The refs of the other record through which they read on. */
  readonly refs?: readonly RefPlan[];
}

/** The properties of operations of every kind. */
export interface CommonOperationPlan extends Documented, Described {
  /** The name by which other parts mean it: `create Invoice`, `feed`. */
  readonly name: string;
  readonly method: string;
  /** As written, for messages: `/invoices/{id}`. */
  readonly path: string;
  readonly segments: readonly SegmentPlan[];
  /** Request or Response is not shown: answered 501. */
  readonly disabled?: true;
  readonly responses: readonly ResponsePlan[];
  readonly order: readonly { readonly field: string; readonly descending: boolean }[];
  readonly parameters: readonly ParameterPlan[];
  readonly preconditions: readonly {
    readonly header: 'If-Match' | 'If-None-Match';
    readonly required: boolean;
    readonly line: number;
  }[];
  readonly timeout?: {
    readonly milliseconds: number;
    readonly code?: string;
    readonly words: string;
    readonly line: number;
  };
  /** Names of the other limits of the plan that count this operation. */
  readonly limits: readonly string[];
  readonly access: AccessPlan;
  /** The refs through which expressions of this operation read. */
  readonly refs: readonly RefPlan[];
  readonly steps: readonly StepPlan[];
  /** Of a whole plan what HTTP carries between a client and the operation. */
  readonly exchange?: ExchangePlan;
  readonly line: number;
}

/** Uploads in several requests, which end after a time. */
export interface ResumablePlan {
  readonly milliseconds: number;
  readonly line: number;
}

interface OfResource {
  readonly resource: string;
}

interface OnRecord extends OfResource {
  /** The dotted caller path of a Record line. */
  readonly record?: string;
}

interface WithBodySize {
  readonly bodySize?: { readonly bytes: number; readonly code?: string; readonly words: string; readonly line: number };
}

/** The input of operations that write. */
interface WithInput extends OfResource {
  /** The body; of a delete only a handler gives one, for its parameters. */
  readonly input?: InputShape;
  readonly idempotency?: {
    readonly header: string;
    readonly keptFor?: number;
    readonly required: boolean;
    readonly line: number;
  };
}

interface WithBody extends WithInput, WithBodySize {}

interface WithUploads {
  readonly resumable?: ResumablePlan;
}

/** A change of the record that a path or a Record line names. */
interface WithChange extends OnRecord, WithBody, WithUploads {
  readonly present?: PresentPassword;
  readonly presentCode?: PresentCode;
}

/** The member of a body with a code of a second factor: of the factor itself, or one of the person, who may have none. */
export interface PresentCode {
  readonly path: readonly string[];
  readonly of: 'factor' | 'person';
  readonly line: number;
}

/** The member of a body that must be the password in a field of the record. */
export interface PresentPassword {
  readonly path: readonly string[];
  readonly field: string;
  readonly line: number;
}

/** Returns the paths of the members of a body that Nonet compares and that no expression and no code sees. */
export function listPresentPaths({
  present,
  presentCode,
}: Pick<OwnMembers['create'], 'present' | 'presentCode'>): readonly (readonly string[])[] {
  return [present, presentCode].flatMap((member) => (member === undefined ? [] : [member.path]));
}

interface WithVerb {
  /** The transition's name, or the verb of a handler. */
  readonly verb: string;
}

interface Paged {
  readonly paging?: {
    readonly defaultSize?: number;
    readonly maxSize?: number;
    readonly clamp: boolean;
    readonly code?: string;
    /** The limit that states it. */
    readonly words?: string;
    readonly line?: number;
  };
}

/** Links that read the content of a file without a credential, until a time after they were shown. */
export interface SignedLinksPlan {
  readonly milliseconds: number;
  readonly line: number;
}

/**
 * An operation on sessions. `by`: the fields by which a log in finds the record, together unique. `links`: a sign in is that of the caller,
 * whose record gets another account. `creates`: a sign in with an unknown account creates a record with these fields.
 */
export type SessionPlan =
  | {
      readonly does: 'log in';
      readonly scheme: string;
      readonly by: readonly SentFieldPlan[];
      readonly password: SentFieldPlan;
      /** The session gets a refresh token. */
      readonly refreshed?: true;
      /** The member with a code, if people may have a second factor. */
      readonly code?: PresentCode;
    }
  | { readonly does: 'log out'; readonly scheme: string; readonly every?: true }
  /** `token`: the place of the refresh token in the body. */
  | { readonly does: 'refresh'; readonly scheme: string; readonly token: readonly string[] }
  | { readonly does: 'start sign in'; readonly scheme: string; readonly links?: true }
  | {
      readonly does: 'sign in';
      readonly scheme: string;
      readonly links?: true;
      readonly creates?: readonly ClaimedFieldPlan[];
      /** The session gets a refresh token. */
      readonly refreshed?: true;
    };

/** A field that a new record gets from a claim of the issuer. */
export interface ClaimedFieldPlan {
  readonly field: string;
  readonly claim: string;
}

/** Returns whether an operation begins a session: a log in, and a sign in that links no account to the caller. */
export function beginsSession(session: SessionPlan | undefined): boolean {
  return session?.does === 'log in' || (session?.does === 'sign in' && session.links !== true);
}

/** A field of the record, and its place in the body. */
interface SentFieldPlan {
  readonly field: string;
  readonly path: readonly string[];
}

interface ListMembers extends OfResource, Paged {
  /** Parts that no index serves within a bounded number of rows; left out if an index serves all of it. */
  readonly unbounded?: readonly UnboundedPlan[];
}

/** The additional properties of operations of each kind. */
interface OwnMembers {
  /**
   * `existing`: the constraints whose values find an existing record instead, as indexes of the uniques; −1 is the identity. `replaces`: it is
   * the creation of a replace, which has found no record; `present` is then that of the replace.
   */
  readonly create: WithBody &
    WithUploads & {
      readonly existing?: readonly number[];
      readonly replaces?: true;
      readonly present?: PresentPassword;
      readonly presentCode?: PresentCode;
      /** The scheme of which the new record gets a credential; `refreshed`: its session gets a refresh token. */
      readonly issues?: string;
      readonly refreshed?: true;
    };
  readonly read: OnRecord & { readonly signed?: SignedLinksPlan };
  readonly list: ListMembers;
  readonly update: WithChange;
  /** `creation`: what the replace does if there is no such record; its responses and steps are those of the replace. */
  readonly replace: WithChange & { readonly creation?: OperationPlan<'create'> };
  readonly delete: OnRecord & WithInput;
  readonly transition: WithChange & WithVerb;
  /** `session`: Nonet has the handler. */
  readonly handler: Partial<OnRecord & WithBody> & WithVerb & { readonly session?: SessionPlan };
  readonly 'issue token': WithBodySize;
  readonly 'revoke token': WithBodySize;
  readonly 'stream events': object;
  readonly 'list events': Paged;
  readonly 'read event': object;
}

type OfEachKind<T extends Readonly<Record<OperationKind, object>>> = T;
/** The additional properties of operations of a kind. */
type OwnMembersOf<Kind> = Kind extends keyof OwnMembers ? OfEachKind<OwnMembers>[Kind] : object;

type KeysOfEach<T> = T extends unknown ? keyof T : never;
/** Properties of other kinds of operations, never of this one. */
type Lacks<Own> = { readonly [Name in Exclude<KeysOfEach<OwnMembersOf<OperationKind>>, keyof Own>]?: never };

/** A row of the Operations table, resolved; `OperationPlan<'read' | 'list'>` is one of these kinds. */
export type OperationPlan<Kinds extends OperationKind = OperationKind> = {
  [Kind in Kinds]: CommonOperationPlan & { readonly kind: Kind } & OwnMembersOf<Kind> & Lacks<OwnMembersOf<Kind>>;
}[Kinds];

/** Members of an operation of which it is not known whether operations of its kind have them. */
type AnyMembers<Kind extends OperationKind> = CommonOperationPlan & {
  readonly kind: Kind;
} & Partial<OnRecord & WithVerb & WithBody & WithUploads & ListMembers & OwnMembers['replace'] & OwnMembers['read']>;

/** Takes members for those of an operation of their kind: they come from a checked document, or from a plan of the same kind. */
export function ofItsKind<Kind extends OperationKind>(operation: AnyMembers<Kind>): OperationPlan<Kind> {
  return operation as unknown as OperationPlan<Kind>;
}

/** Returns an operation, and of a replace also what it does if there is no such record. */
export function withCreation(operation: OperationPlan): readonly OperationPlan[] {
  return operation.creation === undefined ? [operation] : [operation, operation.creation];
}

/** Each of some plans without some of its members, of the kind that it was. */
export type OmitEach<T, Names extends PropertyKey> = T extends unknown ? Omit<T, Names> : never;

/** Some members of each of some plans. */
export type PickEach<T, Names extends keyof T> = T extends unknown ? Pick<T, Names> : never;

/** The callers that may call an operation: rows add up, an empty `where` always holds. `open`: the document has no scopes. */
export interface AccessPlan {
  readonly open: boolean;
  readonly grants: readonly {
    readonly scope: string;
    readonly kind: 'scope' | 'public' | 'authenticated';
    /** `disabled`: the cell is not shown, so the row admits no caller. */
    readonly where?: Expression | 'disabled';
    /** For operations on events: the row rule as it is asked of the records of each resource. */
    readonly byResource?: Readonly<Record<string, Expression | 'disabled'>>;
    /** `where` as the document has it; left out where it is not shown, or holds always. */
    readonly words?: string;
    readonly line: number;
  }[];
}

/** `location`: the address of the record's read operation; a role of a list; else a CEL value. */
export type HeaderValue = Expression | 'location' | { readonly role: string };

/** One of an operation's responses, tried in order. */
export interface ResponsePlan {
  readonly status: number;
  /** It is the error of this code, which has the status; what the operation has written is kept. */
  readonly error?: string;
  readonly shape?: AnswerShape;
  readonly headers: readonly { readonly name: string; readonly value: HeaderValue }[];
  readonly when?: Expression;
  /** It answers a create that found the record instead of creating it; the last one. */
  readonly exists?: true;
  /** It answers a replace that created the record; the last one. */
  readonly isNew?: true;
  readonly line: number;
}

/** Returns the responses of an operation that are not errors. */
export function listSuccesses({ responses }: Pick<CommonOperationPlan, 'responses'>): readonly ResponsePlan[] {
  return responses.filter(({ error }) => error === undefined);
}

/** A parameter of an operation. `schema` is what one value must be (for `in` each item). */
export interface ParameterPlan extends Documented {
  readonly name: string;
  readonly in: 'query' | 'header';
  readonly mapsTo:
    | { readonly kind: 'filter'; readonly path: readonly string[]; readonly operator: string }
    | { readonly kind: 'where'; readonly condition: Expression }
    | { readonly kind: 'search' | 'sort'; readonly fields: readonly string[] }
    /** `shapes`: each `ref` field as an embedded record. */
    | { readonly kind: 'expand'; readonly fields: readonly string[]; readonly shapes?: readonly AnswerShape[] }
    | {
        readonly kind:
          | 'page size'
          | 'cursor'
          | 'offset'
          | 'page number'
          | 'after id'
          | 'before id'
          | 'total'
          | 'fields'
          | 'input';
      };
  readonly schema?: ValueSchema;
  readonly required: boolean;
  readonly default?: Json;
  readonly line: number;
}

/** Lists the fields that a parameter expands, each with its record. */
export function listExpansions(
  means: ParameterPlan['mapsTo'],
): readonly { readonly field: string; readonly shape: AnswerShape }[] {
  if (means.kind !== 'expand') return [];
  return means.fields.flatMap((field, i) => {
    const shape = means.shapes?.[i];
    return shape === undefined ? [] : [{ field, shape }];
  });
}
