import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { Platform } from '../../contracts/platform.ts';
import type { Plan } from '../../plan/plan.ts';
import { findModuleFile, findModuleFiles, listFilesRead, printModule, withModule } from '../module.ts';
import { openDocument, planOrDiagnostics } from '../shared/document.ts';
import { CommandError, printFailure, type Terminal } from '../shared/terminal.ts';
import type { RunningService } from './running.ts';

/** Milliseconds of quiet after a change before the files are read again: editors write in several steps. */
const quiet = 100;

/** What is watched, and what is done with a plan that was read anew. */
export interface Watching {
  readonly file: string;
  /** The address of the store. */
  readonly address: string;
  readonly plan: Plan;
  readonly running: RunningService;
  readonly platform: Platform;
  /** Throws `CommandError` for a plan that must not be served. */
  check(plan: Plan): void;
}

/**
 * Reads the document again whenever it changes, and its code whenever the module beside it or a file that this imports changes;
 * what cannot be served is reported and the running service stays.
 */
export function watchDocument(watching: Watching, terminal: Terminal): { close(): void } {
  const { file, running, platform } = watching;
  let { digest } = watching.plan;
  let cancel = (): void => {};
  let wrong = false;
  let codeChanged = false;
  // What is wrong with an edit says nothing of how the service will end.
  const apart: Terminal = { ...terminal, end: () => {} };
  const again = async (): Promise<void> => {
    try {
      const beside = withModule(openDocument(file));
      const plan = planOrDiagnostics(beside.document, apart);
      printModule(beside, apart);
      if (plan === undefined) throw new CommandError('The document has errors.');
      if (beside.diagnostics.length > 0) throw new CommandError(`${findModuleFile(file)} does not fit ${file}.`);
      const served = await serveAnew(plan);
      wrong = false;
      if (served !== undefined) terminal.out(served);
    } catch (error) {
      wrong = true;
      const { message } = error as Error;
      const known = error instanceof CommandError;
      const told = known ? error : new Error(`this is a mistake in Nonet itself: ${message}`);
      printFailure(terminal, told, ' The service goes on as it was.');
    } finally {
      follow();
    }
  };
  /** Gives what is to be told of it. */
  const serveAnew = async (plan: Plan): Promise<string | undefined> => {
    if (plan.digest === digest) {
      if (!codeChanged) return wrong ? `${file}: read again, served as before` : undefined;
      await running.reload();
      codeChanged = false;
      return `${findModuleFile(file)}: read again, now served`;
    }
    watching.check(plan);
    if (watching.address === 'sqlite::memory:')
      throw new CommandError('Records in memory would be lost: start it again.');
    await running.replace(plan);
    digest = plan.digest;
    codeChanged = false;
    return `${file}: read again, now served`;
  };
  // One edit after the other: each opens the store anew.
  let turn = Promise.resolve();
  const changed = (path: string): void => {
    if (path !== resolve(file)) codeChanged = true;
    cancel();
    cancel = platform.after(quiet, () => {
      turn = turn.then(again);
    });
  };
  const watchers = new Map<string, FSWatcher>();
  const watched = (): Set<string> =>
    new Set([resolve(file), ...findModuleFiles(file).map((each) => resolve(each)), ...listFilesRead()]);
  /** Folders are watched, not files: many editors replace a file by another. */
  const follow = (): void => {
    for (const folder of new Set([...watched()].map((path) => dirname(path)))) {
      if (watchers.has(folder)) continue;
      const watcher = watch(folder, (_event, name) => {
        for (const path of watched()) {
          if (dirname(path) === folder && (name === null || name === basename(path))) changed(path);
        }
      });
      watcher.on('error', () => watcher.close());
      watchers.set(folder, watcher);
    }
  };
  follow();
  return {
    close() {
      cancel();
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}
