import type { Drawing } from '../docs/diagram/layout.ts';
import type { SessionData } from '../session-data.ts';

/** A value of JSON, as it is embedded in the page. */
type Plain = null | boolean | number | string | readonly Plain[] | { readonly [name: string]: Plain };

/** All that the workbench knows of a service: computed from the plan, and from nothing else. */
export interface WorkbenchData {
  readonly name: string;
  readonly summary: string;
  /** The path below which the service is. */
  readonly prefix: string;
  /** The headers, and the parameters of the query, that name the version in each request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly accept?: string;
  /** The path of the documentation page. */
  readonly docs?: string;
  readonly schemes: readonly SchemeData[];
  readonly resources: readonly ResourceData[];
  /** Operations of no resource of the navigation: log in, log out, sign up and refresh. */
  readonly sessions: readonly OperationData[];
  /** The objects and unions of the document, by name. */
  readonly objects: Readonly<Record<string, ObjectData>>;
  /** The stream of events. */
  readonly stream?: OperationData;
}

/** Where a scheme carries a credential. */
export interface SchemeData {
  readonly name: string;
  readonly kind: string;
  readonly meaning?: string;
  readonly in: 'header' | 'query' | 'cookie';
  readonly header: string;
  readonly word?: string;
}

/** An object of the document, or a union: then each case by its tag. */
export type ObjectData =
  | { readonly fields: readonly FieldData[] }
  | { readonly tag: string; readonly cases: Readonly<Record<string, string>> };

/** A resource, its fields as they are shown, and its operations. */
export interface ResourceData {
  readonly name: string;
  /** `invoice`, `Invoices`. */
  readonly noun: string;
  readonly title: string;
  readonly description?: string;
  readonly identity: string;
  /** The field with the tenant, which is the same in all records that a user sees. */
  readonly tenant?: string;
  /** The member by whose value people know a record; left out: its identity. */
  readonly label?: string;
  readonly machines: readonly MachineData[];
  readonly operations: readonly OperationData[];
}

/** The states of a field. */
export interface MachineData {
  readonly field: string;
  readonly states: readonly StateData[];
  readonly drawing?: Drawing;
}

/** A state; `fixed`: fields that an update must not change there. */
export interface StateData {
  readonly name: string;
  readonly kind?: 'initial' | 'final' | 'gone';
  readonly meaning?: string;
  readonly fixed?: readonly string[];
}

/** An operation: its request, and what it shows. */
export interface OperationData extends SessionData {
  readonly name: string;
  readonly kind: string;
  readonly summary: string;
  /** `pay`, `log in`. */
  readonly verb?: string;
  readonly meaning?: string;
  readonly method: string;
  /** With the base path; placeholders are in braces. */
  readonly path: string;
  readonly resource?: string;
  readonly placeholders: readonly PlaceholderData[];
  readonly parameters: readonly ParameterData[];
  /** The body of requests; left out: none. */
  readonly body?: TypeData;
  /** The member around the body, and the one around the record of the response: `{ article: Article }`. */
  readonly wrap?: string;
  readonly at?: string;
  readonly type?: string;
  /** The body is a file alone, or a form in parts with files. */
  readonly files?: 'content' | 'multipart';
  readonly ifMatch?: 'allowed' | 'required';
  /** The header of its idempotency key. */
  readonly key?: string;
  /** Its effect on a session: `log in`. */
  readonly session?: string;
  /** It acts on the record of the caller. */
  readonly own?: true;
  readonly access: AccessData;
  /** The rows of the state tables that bind it: one of them must hold. */
  readonly rows: readonly RowData[];
  /** The rules of the operation: each must hold. */
  readonly rules?: readonly RowData[];
  /** The record that it shows. */
  readonly shown?: readonly FieldData[];
  readonly list?: ListData;
  /** The field whose content is its response. */
  readonly content?: string;
}

/** The callers of an operation. */
export interface AccessData {
  /** Everybody. */
  readonly open?: true;
  /** All callers who are signed in. */
  readonly authenticated?: true;
  readonly scopes: readonly string[];
  /** Row rules as written. */
  readonly rules: readonly string[];
}

/** A row of a state table: from which states it leads where, and its guard as written. */
export interface RowData {
  readonly field?: string;
  readonly from: readonly string[];
  readonly to?: string;
  readonly guard?: string;
  /** The guard as far as the page can compute it. */
  readonly test?: GuardData;
  /** The message of the error that the document gives if the guard fails. */
  readonly message?: string;
  readonly meaning?: string;
}

/** A condition of which some parts are unknown. */
export type GuardData =
  | { readonly op: 'unknown' | 'now' | 'today' | 'scopes' }
  | { readonly op: 'value'; readonly value: string | number | boolean | null }
  | { readonly op: 'field'; readonly name: string; readonly kind: 'number' | 'time' | 'plain' }
  | { readonly op: 'has'; readonly name: string }
  | { readonly op: 'not'; readonly of: GuardData }
  | { readonly op: 'list'; readonly items: readonly GuardData[] }
  | { readonly op: 'binary'; readonly operator: string; readonly left: GuardData; readonly right: GuardData };

/** A placeholder of a path: a field of the record, or of its parent. */
export interface PlaceholderData {
  readonly name: string;
  readonly of: 'own' | 'parent' | 'input';
  /** The field of the record that it is, for a parent the reference. */
  readonly field: string;
  /** The resource of the parent, and its field. */
  readonly parent?: string;
  readonly by?: string;
}

/** A parameter of a query or a header. */
export interface ParameterData {
  readonly name: string;
  readonly in: 'query' | 'header';
  readonly means: string;
  /** The field of a filter, its operator, and the fields of a search or an order. */
  readonly field?: string;
  readonly operator?: string;
  readonly fields?: readonly string[];
  readonly type: TypeData;
  readonly isList?: true;
  readonly required?: true;
  readonly help?: string;
  readonly most?: number;
  readonly default?: Plain;
}

/** Where a response has the records of a list and what belongs to their pages. */
export interface ListData {
  readonly records: readonly string[];
  readonly next?: readonly string[];
  readonly previous?: readonly string[];
  readonly total?: readonly string[];
  readonly more?: readonly string[];
  readonly size?: number;
}

/** A member of an object, or a field of a record. */
export interface FieldData {
  readonly name: string;
  readonly type: TypeData;
  readonly required?: true;
  readonly help?: string;
  readonly default?: Plain;
  /** The field of the record that it shows or sets. */
  readonly field?: string;
}

/** The type of a value. Bounds are decimal text. */
export type TypeData = { readonly nullable?: true } & (
  | {
      readonly kind: 'string' | 'integer' | 'number' | 'file';
      readonly format?: string;
      readonly from?: string;
      readonly to?: string;
      readonly unit?: string;
      readonly step?: string;
      readonly pattern?: string;
      readonly types?: readonly string[];
    }
  | { readonly kind: 'boolean' | 'any' }
  | { readonly kind: 'choice'; readonly values: readonly string[]; readonly isState?: true }
  | { readonly kind: 'ref'; readonly resource: string }
  | { readonly kind: 'named'; readonly name: string }
  | { readonly kind: 'object'; readonly fields: readonly FieldData[]; readonly resource?: string }
  | { readonly kind: 'list'; readonly item: TypeData; readonly from?: string; readonly to?: string }
  | { readonly kind: 'map'; readonly item: TypeData }
  | { readonly kind: 'constant'; readonly value: Plain }
);
