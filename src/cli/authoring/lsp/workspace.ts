import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Workspace } from '../../../language-server/workspace.ts';
import { findSyntaxFault } from '../../document/module/syntax.ts';

/** Creates the workspace of the command line: the files of this computer. Comparing and trying are loaded on use. */
export function createWorkspace(): Workspace {
  let folder: string | undefined;
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
    async compareWithCommit(uri, document) {
      const { compareWithCommit } = await import('./compare.ts');
      return compareWithCommit(uri, document);
    },
    async tryOperation(uri, document, operation) {
      const { tryOperation } = await import('./try.ts');
      return tryOperation(uri, document, operation);
    },
    storeReport(name, markdown) {
      if (folder === undefined) {
        const created = mkdtempSync(join(tmpdir(), 'nonet-'));
        process.once('exit', () => rmSync(created, { recursive: true, force: true }));
        folder = created;
      }
      const file = join(folder, name);
      writeFileSync(file, markdown);
      return pathToFileURL(file).href;
    },
  };
}
