import type { Sources } from '../source/sources.ts';
import type { MapTree, Tree } from '../source/tree.ts';

/** The dialect of a description. */
export type Dialect = '2.0' | '3.0' | '3.1';

/** A body of one media type. */
export interface MediaBody {
  readonly type: string;
  readonly schema: Tree | undefined;
  /** The media type object; left out in OpenAPI 2.0. */
  readonly tree?: Tree;
}

/** A parameter of any dialect; `refs` are the references to it. */
export interface ApiParameter {
  readonly tree: Tree;
  readonly refs: readonly Tree[];
  readonly name: string;
  readonly in: string;
  readonly isRequired: boolean;
  readonly schema: Tree | undefined;
  readonly description: Tree | undefined;
}

/** The body of a request. */
export interface ApiBody {
  readonly tree: Tree;
  readonly refs: readonly Tree[];
  readonly content: readonly MediaBody[];
  readonly description: Tree | undefined;
}

/** A response. */
export interface ApiResponse {
  readonly tree: Tree;
  readonly refs: readonly Tree[];
  /** `200`, `4XX` or `default`. */
  readonly status: string;
  readonly content: readonly MediaBody[];
  readonly description: Tree | undefined;
  readonly headers: ReadonlyMap<string, Tree>;
}

/** An operation with everything that holds for it. */
export interface ApiOperation {
  readonly tree: MapTree;
  readonly path: string;
  readonly method: string;
  readonly id: Tree | undefined;
  readonly parameters: readonly ApiParameter[];
  readonly body: ApiBody | undefined;
  readonly responses: readonly ApiResponse[];
  /** The requirements of the operation, else those of the description. */
  readonly security: Tree | undefined;
}

/** A message that the service sends to others: a webhook, a callback of an operation, or a message of a channel. */
export interface ApiEvent {
  readonly name: string;
  /** Left out if the name is a key. */
  readonly nameSays?: Tree;
  readonly tree: Tree;
  readonly body: ApiBody | undefined;
}

/** How events reach subscribers. */
export interface ApiDelivery {
  readonly kind: 'webhook' | 'sse' | 'nats';
  /** A path or a subject; undefined if the description does not say it. */
  readonly to: string | undefined;
  readonly says: readonly Tree[];
  readonly toSays: readonly Tree[];
  readonly events: readonly ApiEvent[];
  readonly tree: Tree;
}

/** A description in one form, whatever its dialect. */
export interface Api {
  readonly dialect: Dialect;
  readonly sources: Sources;
  readonly root: Tree;
  readonly schemas: readonly (readonly [string, Tree])[];
  readonly schemes: readonly (readonly [string, Tree])[];
  readonly operations: readonly ApiOperation[];
  readonly events: readonly ApiEvent[];
  readonly deliveries: readonly ApiDelivery[];
  /** Base addresses with what says them. */
  readonly servers: readonly { readonly url: string; readonly says: readonly Tree[] }[];
}
