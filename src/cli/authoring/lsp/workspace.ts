import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { EditorSettings, Unavailable, Workspace } from '../../../language-server/workspace.ts';
import { isInside, readRegularFile, resolveInside } from '../../../operator/files/read-file.ts';
import { findSyntaxFault } from '../../document/module/syntax.ts';

/** Documents and modules: the server reads no other files. */
const names = /\.(md|markdown|[mc]?[tj]s)$/i;

/**
 * Creates the workspace of the command line: the files of this computer. Reads documents and modules in the folders of the editor; a
 * file outside of them may be read in its own folder. Comparing and trying are loaded on use.
 */
export function createWorkspace({ folders, isTrusted }: EditorSettings): Workspace {
  const roots = folders.filter((uri) => uri.startsWith('file:')).map((uri) => fileURLToPath(uri));
  let folder: string | undefined;
  const resolveFile = (file: string): string => {
    const around = roots.filter((root) => isInside(file, root));
    return resolveInside(file, around.length > 0 ? around : [dirname(file)], names);
  };
  const explainUntrusted = (uri: string): Unavailable | undefined => {
    if (!uri.startsWith('file:')) return undefined;
    if (!isTrusted) {
      return {
        reason:
          'Nonet runs no program in this workspace: the editor does not set the initialization option `isTrusted`.',
      };
    }
    const file = fileURLToPath(uri);
    if (roots.some((root) => isInside(file, root))) return undefined;
    return { reason: `Nonet runs no program for ${file}: it is outside of the folders of the workspace.` };
  };
  return {
    read(uri) {
      if (!uri.startsWith('file:')) return undefined;
      try {
        return readRegularFile(resolveFile(fileURLToPath(uri)))
          .toString('utf8')
          .replace(/^\ufeff/, '');
      } catch {
        return undefined;
      }
    },
    findFault: findSyntaxFault,
    async compareWithCommit(uri, document) {
      const untrusted = explainUntrusted(uri);
      if (untrusted !== undefined) return untrusted;
      const { compareWithCommit } = await import('./compare.ts');
      return compareWithCommit(uri, document);
    },
    async tryOperation(uri, document, operation) {
      const { tryOperation } = await import('./try.ts');
      return tryOperation(uri, document, operation, () => explainUntrusted(uri));
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
