import { watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Plan } from '../plan/plan.ts';
import type { Host } from '../steps/host.ts';
import { openDocument, planOrProblems } from './document.ts';
import type { RunningService } from './running.ts';
import { CommandFailure, type Terminal } from './terminal.ts';

/** Milliseconds of quiet after a change before the document is read again: editors write in several steps. */
const quiet = 100;

/** What is watched, and what is done with a plan that was read anew. */
export interface Watching {
  readonly file: string;
  /** The address of the store. */
  readonly address: string;
  readonly plan: Plan;
  readonly running: RunningService;
  readonly host: Host;
  /** Throws `CommandFailure` for a plan that must not be served. */
  check(plan: Plan): void;
}

/** Reads the document again whenever it changes; what cannot be served is reported and the running service stays. */
export function watchDocument(watching: Watching, terminal: Terminal): { close(): void } {
  const { file, running, host } = watching;
  let { digest } = watching.plan;
  let cancel = (): void => {};
  let wrong = false;
  // What is wrong with an edit says nothing of how the service will end.
  const apart: Terminal = { ...terminal, end: () => {} };
  const again = async (): Promise<void> => {
    try {
      const plan = planOrProblems(openDocument(file), apart);
      if (plan === undefined) throw new CommandFailure('The document has errors.');
      if (plan.digest === digest) {
        if (wrong) terminal.out(`${file}: read again, served as before`);
        wrong = false;
        return;
      }
      watching.check(plan);
      if (watching.address === 'sqlite::memory:')
        throw new CommandFailure('Records in memory would be lost: start it again.');
      await running.replace(plan);
      digest = plan.digest;
      wrong = false;
      terminal.out(`${file}: read again, now served`);
    } catch (error) {
      wrong = true;
      const own = error instanceof CommandFailure ? '' : 'this is a mistake in Nonet itself: ';
      terminal.err(`nonet: ${own}${(error as Error).message} The service goes on as it was.`);
    }
  };
  // One edit after the other: each opens the store anew.
  let turn = Promise.resolve();
  const name = basename(file);
  // The folder is watched, not the file: many editors replace the file by another.
  const watcher = watch(dirname(file), (_event, changed) => {
    if (changed !== null && changed !== name) return;
    cancel();
    cancel = host.after(quiet, () => {
      turn = turn.then(again);
    });
  });
  return {
    close() {
      cancel();
      watcher.close();
    },
  };
}
