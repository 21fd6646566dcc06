import { toPrintable, toPrintableDrawing, toPrintableJson } from '../../text/printable.ts';
import type { Printed, Terminal } from './terminal.ts';

/** Takes text as it is, such as `process.stdout`. */
export interface Sink {
  write(text: string): unknown;
}

/** The sinks and facts of a terminal. */
export interface Sinks
  extends Pick<Terminal, 'colours' | 'columns' | 'environment' | 'password' | 'input' | 'broken' | 'end'> {
  readonly out: Sink;
  readonly err: Sink;
  /** Whether progress replaces its last line on standard error. */
  readonly redraws: boolean;
}

/** Creates a terminal. Everything that a command prints passes through it; control characters of values are escaped. */
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

/** Creates a sink that escapes control characters in JSON lines, such as those of a log. */
export function createJsonSink(sink: Sink): Sink {
  return { write: (text) => sink.write(toPrintableJson(text)) };
}
