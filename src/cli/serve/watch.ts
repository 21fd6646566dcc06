import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { Platform } from '../../contracts/platform.ts';
import { CommandError } from '../../operator/command-error.ts';
import { getModuleFile, listModuleFiles } from '../../operator/files/module-files.ts';
import type { Plan } from '../../plan/plan.ts';
import { listFilesRead } from '../document/module/run.ts';
import { printFailure, type Terminal } from '../shared/terminal.ts';
import { planFile } from './plan-file.ts';
import type { RunningService } from './running.ts';

/** Milliseconds of quiet after a change before the files are read again: editors write in several steps. */
const quiet = 100;

/** The watched document and its service. */
export interface Watching {
  readonly file: string;
  /** Whether the code of the document is left out. */
  readonly withoutHandlers?: boolean;
  /** The address of the store. */
  readonly address: string;
  readonly plan: Plan;
  /** The text of the document that the plan is of. */
  readonly text: string;
  readonly running: RunningService;
  readonly platform: Platform;
  /** Throws `CommandError` for a plan that must not be served. */
  check(plan: Plan): void;
}

/**
 * Reloads the document whenever it changes, and its module whenever that or a file it imports changes. Reports errors and
 * keeps the running service.
 */
export function watchDocument(watching: Watching, terminal: Terminal): { close(): void } {
  const { file, running, platform } = watching;
  let { digest } = watching.plan;
  let { text } = watching;
  let cancel = (): void => {};
  let wrong = false;
  let codeChanged = false;
  // Errors of an edit do not set the exit status of the service.
  const apart: Terminal = { ...terminal, end: () => {} };
  const again = async (): Promise<void> => {
    try {
      const planned = await planFile(file, apart, watching.withoutHandlers);
      if (planned === undefined) throw new CommandError('The document has errors.');
      const served = await reload(planned.plan, planned.source.text);
      wrong = false;
      if (served !== undefined) terminal.out(served);
    } catch (error) {
      wrong = true;
      const { message } = error as Error;
      const known = error instanceof CommandError;
      const shown = known ? error : new Error(`this is a mistake in Nonet itself: ${message}.`);
      printFailure(terminal, shown, ' The running service was not changed.');
    } finally {
      follow();
    }
  };
  /** Returns the line to print. */
  const reload = async (plan: Plan, now: string): Promise<string | undefined> => {
    if (plan.digest === digest) {
      if (!codeChanged && now === text) return wrong ? `${file}: reloaded, unchanged` : undefined;
      await running.reload();
      text = now;
      if (!codeChanged) return `${file}: reloaded, only its descriptions changed`;
      codeChanged = false;
      return `${getModuleFile(file)}: reloaded`;
    }
    watching.check(plan);
    if (watching.address === 'sqlite::memory:')
      throw new CommandError('A store in memory loses its records on a reload: restart the service.');
    await running.replace(plan);
    digest = plan.digest;
    text = now;
    codeChanged = false;
    return `${file}: reloaded`;
  };
  // Reloads run sequentially: each opens the store.
  let queue = Promise.resolve();
  const changed = (path: string): void => {
    if (path !== resolve(file)) codeChanged = true;
    cancel();
    cancel = platform.after(quiet, () => {
      queue = queue.then(again);
    });
  };
  const watchers = new Map<string, FSWatcher>();
  const watched = (): Set<string> =>
    new Set([resolve(file), ...listModuleFiles(file).map((each) => resolve(each)), ...listFilesRead()]);
  /** Watches folders, not files: many editors replace a file by another. */
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
