import { formatCount, type Terminal } from './terminal.ts';

/** Tells how far a long piece of work is. */
export interface Progress {
  at(done: number): void;
  /** Takes the bar away. */
  end(): void;
}

const width = 30;
const every = 10_000;

/** A bar on a terminal, drawn again in place; elsewhere a line for every 10,000 records. */
export function createProgress(terminal: Terminal, verb: string, all?: number): Progress {
  let told = 0;
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
      } else if (done - told >= every) {
        told = done - (done % every);
        terminal.err(`${verb} ${told}${all === undefined ? '' : ` of ${all}`} records`);
      }
    },
    end() {
      redraw?.('');
    },
  };
}
