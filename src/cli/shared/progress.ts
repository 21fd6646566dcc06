import { formatCount, type Terminal } from './terminal.ts';

/** Prints the progress of long work. */
export interface Progress {
  at(done: number): void;
  /** Clears the bar. */
  end(): void;
}

const width = 30;
const every = 10_000;

/** Creates a progress bar at a terminal; elsewhere a line for every 10,000 records. */
export function createProgress(terminal: Terminal, verb: string, all?: number): Progress {
  let printed = 0;
  const { redraw } = terminal;
  return {
    at(done) {
      if (redraw !== undefined) {
        const part = all === undefined || all === 0 ? undefined : Math.min(1, done / all);
        const bar =
          part === undefined
            ? ''
            : `[${'#'.repeat(Math.round(part * width)).padEnd(width)}] ${Math.round(part * 100)} %  `;
        redraw(`${bar}${verb} ${formatCount(done, 'record')}`);
      } else if (done - printed >= every) {
        printed = done - (done % every);
        terminal.err(`${verb} ${printed}${all === undefined ? '' : ` of ${all}`} records`);
      }
    },
    end() {
      redraw?.('');
    },
  };
}
