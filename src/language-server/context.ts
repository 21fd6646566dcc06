import type { Connection } from 'vscode-languageserver/node';
import type { Document } from '../parts/index.ts';
import type { Modules } from './modules.ts';
import type { Sdk } from './sdk.ts';
import type { Workspace } from './workspace.ts';

/** Dependencies that the handlers of the server share. */
export interface ServerContext {
  readonly sdk: Sdk;
  readonly connection: Connection;
  /** Without files until the editor has initialized the server. */
  workspace: Workspace;
  readonly modules: Modules;
  /** The document of a text that the editor has open, or of a stored one; none for other texts. */
  find(uri: string): Document | undefined;
  /** Whether the editor can apply an edit that the server sends. */
  appliesEdits: boolean;
  /** Whether the editor can show a document that the server names. */
  showsDocuments: boolean;
  /** A text as the editor has it open, or as it is stored. */
  readText(uri: string): string | undefined;
}
