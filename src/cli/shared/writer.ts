import { toPrintable, toPrintableDrawing, toPrintableJson } from '../../text/printable.ts';
import type { Printed, Terminal } from './terminal.ts';

/** Takes text as it is, such as `process.stdout`. */
export interface Sink {
  write(text: string): unknown;
}

/** Where a terminal writes to, and what it knows besides. */
export interface Sinks extends Pick<Terminal, 'colours' | 'environment' | 'password' | 'input' | 'broken' | 'end'> {
  readonly out: Sink;
  readonly err: Sink;
  /** Progress is drawn again in place on standard error. */
  readonly redraws: boolean;
}

/**
 * Makes a terminal of its sinks. All that a command prints goes through here, and nothing but its own line ends and colours steers
 * what shows it.
 */
export function createTerminal({ out, err, redraws, ...known }: Sinks): Terminal {
  return {
    ...known,
    out: (printed) => void out.write(`${readText(printed)}\n`),
    err: (printed) => void err.write(`${readText(printed)}\n`),
    ...(redraws ? { redraw: (text: string) => void err.write(`\r${toPrintable(text)}\u001b[K`) } : {}),
  };
}

function readText(printed: Printed): string {
  if (typeof printed === 'string') return toPrintable(printed);
  return 'json' in printed ? toPrintableJson(printed.json) : toPrintableDrawing(printed.drawing);
}

/** Makes a sink for lines of JSON, such as those of a log, of another. */
export function createJsonSink(sink: Sink): Sink {
  return { write: (text) => sink.write(toPrintableJson(text)) };
}
