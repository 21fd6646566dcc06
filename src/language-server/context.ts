import type { Connection } from 'vscode-languageserver/node';
import type { Document } from '../parts/index.ts';
import type { Sdk } from './sdk.ts';

/** Dependencies that the handlers of the server share. */
export interface ServerContext {
  readonly sdk: Sdk;
  readonly connection: Connection;
  /** The document that an editor has open; none for other texts. */
  find(uri: string): Document | undefined;
}
