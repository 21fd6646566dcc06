import type { Located, Name, SourceText, Span } from '../../text/location.ts';
import type { NotShown } from '../not-shown.ts';
import type { FieldModel } from '../resources/model.ts';
import type { RowModel } from '../row-model.ts';

/** The callers, and their permissions. */
export interface AuthenticationModel {
  readonly schemes: readonly SchemeModel[];
  readonly scopes: readonly ScopeModel[];
  readonly caller: readonly AttributeModel[];
  /** The line Tenant: a field of resources, and the attribute of callers that it is assigned from. */
  readonly tenant?: Name;
}

/** Where a credential travels. */
export interface SentIn {
  readonly in: 'header' | 'query' | 'cookie';
  readonly name: Name;
  /** The word before the credential, as in `Authorization: Bearer`. */
  readonly word?: Name;
  readonly span: Span;
}

/** A row of the Schemes table; `lifetime`, `idle` and `refresh` in milliseconds. */
export interface SchemeModel extends RowModel {
  /** A member of `schemes/`. */
  readonly kind?: Name | NotShown;
  readonly sentIn: readonly SentIn[] | NotShown;
  readonly credential?: Name;
  readonly lifetime?: Located<number>;
  /** A credential ends after this time without a request. */
  readonly idle?: Located<number>;
  /** The time that a session with a refresh token lasts. */
  readonly refresh?: Located<number>;
}

/** A row of the Scopes table. */
export interface ScopeModel extends RowModel {
  readonly kind: 'scope' | 'public' | 'authenticated';
  /** Operations, `all X`, `all`. */
  readonly allows: readonly Name[] | NotShown;
  /** The condition as written. `getWhere` in `resolve/callers/tenant.ts` returns the whole row rule. */
  readonly where?: SourceText | NotShown;
  /** The words `all tenants` of Where. */
  readonly allTenants?: Span;
  /** The row rules with the condition of the line Tenant, by resource. */
  readonly whereByTenant?: ReadonlyMap<string, SourceText>;
}

/** An attribute of `caller` in addition to `caller.id` and `caller.scopes`; a type as in Resources. */
export interface AttributeModel extends RowModel {
  /** The field of the record that logs in, whose type and values it has. */
  readonly from?: { readonly resource: Name; readonly field: Name };
  readonly type?: NonNullable<FieldModel['type']>;
  /** It is the identity of the record of the session, which no table states. */
  readonly ofSession?: true;
}
