import { CommandError, type ExitStatus } from '../../operator/command-error.ts';

/** The input, output and exit status of a command; tests replace it. */
export interface Terminal {
  /** Prints results. */
  out(printed: Printed): void;
  /** Prints progress, warnings and errors. */
  err(printed: Printed): void;
  /** Replaces the last line of progress; only if standard error is a terminal. */
  readonly redraw?: (text: string) => void;
  /** Whether colors may be used. */
  readonly colours: { readonly out: boolean; readonly err: boolean };
  /** The columns of standard output if it is a terminal. */
  readonly columns?: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Reads a password without echo; absent if there is no input. */
  readonly password?: () => Promise<string>;
  /** Opens standard input; absent if there is none. */
  readonly input?: () => AsyncIterable<Uint8Array>;
  /** Returns whether standard output can no longer be written. */
  readonly broken?: () => boolean;
  /** Sets the exit status; the highest one counts. */
  end(status: ExitStatus): void;
}

/**
 * One line, a drawing (lines with colors), or JSON. Control characters are printed as visible signs, in JSON as escapes so
 * that the value stays the same.
 */
export type Printed = string | { readonly drawing: string } | { readonly json: string };

/** Prints why a command failed, followed by `more`. */
export function printFailure(terminal: Terminal, error: Error, more = ''): void {
  const lines = error instanceof CommandError ? error.lines : [error.message];
  for (const [i, line] of lines.entries()) {
    terminal.err(`${i === 0 ? 'nonet: ' : ''}${line}${i === lines.length - 1 ? more : ''}`);
  }
}

/** Formats a number with its noun: `1 gap`, `3 gaps`. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
