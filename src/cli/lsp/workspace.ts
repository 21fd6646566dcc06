import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Workspace } from '../../language-server/workspace.ts';
import { findSyntaxFault } from '../module/syntax.ts';

/** Creates the workspace of the command line: the files of this computer. */
export function createWorkspace(): Workspace {
  return {
    read(uri) {
      if (!uri.startsWith('file:')) return undefined;
      try {
        return readFileSync(fileURLToPath(uri), 'utf8').replace(/^\ufeff/, '');
      } catch {
        return undefined;
      }
    },
    findFault: findSyntaxFault,
  };
}
