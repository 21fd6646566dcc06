/** Where a command writes and how it ends; `bin` gives the real one, tests a false one. */
export interface Terminal {
  /** Prints results. */
  out(printed: Printed): void;
  /** Prints progress and problems. */
  err(printed: Printed): void;
  /** Draws a line of progress in the place of the last one; only where standard error is a terminal. */
  readonly redraw?: (text: string) => void;
  /** Colours may be used on standard output, on standard error. */
  readonly colours: { readonly out: boolean; readonly err: boolean };
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Reads a password without showing it; left out where there is nobody to ask. */
  readonly password?: () => Promise<string>;
  /** Opens standard input; left out where there is none. */
  readonly input?: () => AsyncIterable<Uint8Array>;
  /** Tells whether standard output can no longer be written; left out where that cannot happen. */
  readonly broken?: () => boolean;
  /** Sets the exit status: the highest that was set counts. */
  end(status: ExitStatus): void;
}

/**
 * What is printed: one line, a drawing (lines with colours), or a text of JSON. Whatever steers a terminal is shown as a sign; in
 * JSON as an escape, so that the value stays the same.
 */
export type Printed = string | { readonly drawing: string } | { readonly json: string };

/** 0: well; 1: the document has errors; 2: the command could not do its work. */
export type ExitStatus = 0 | 1 | 2;

/** Why a command could not do its work: one or two sentences for a person, no stack; where a list belongs to it, in several lines. */
export class CommandError extends Error {
  readonly lines: readonly string[];

  constructor(...lines: readonly [string, ...string[]]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}

/** Prints why a command could not do its work, `more` behind it. */
export function printFailure(terminal: Terminal, error: Error, more = ''): void {
  const lines = error instanceof CommandError ? error.lines : [error.message];
  for (const [i, line] of lines.entries()) {
    terminal.err(`${i === 0 ? 'nonet: ' : ''}${line}${i === lines.length - 1 ? more : ''}`);
  }
}

/** A number and its noun: `1 gap`, `3 gaps`. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
