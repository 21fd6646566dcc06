/** Where a command writes and how it ends; `bin` gives the real one, tests a false one. */
export interface Terminal {
  /** Results, one line each. */
  out(line: string): void;
  /** Progress and problems, one line each. */
  err(line: string): void;
  /** Draws a line of progress in the place of the last one; only where standard error is a terminal. */
  readonly redraw?: (text: string) => void;
  /** Colours may be used on standard output, on standard error. */
  readonly colours: { readonly out: boolean; readonly err: boolean };
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Sets the exit status: the highest that was set counts. */
  end(status: ExitStatus): void;
}

/** 0: well; 1: the document has errors; 2: the command could not do its work. */
export type ExitStatus = 0 | 1 | 2;

/** Why a command could not do its work: one or two sentences for a person, no stack. */
export class CommandFailure extends Error {}

/** A number and its noun: `1 gap`, `3 gaps`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
