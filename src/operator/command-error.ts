/** 0: success; 1: a check failed; 2: the command failed; 75: it failed for a cause that passes (EX_TEMPFAIL of `sysexits.h`). */
export type ExitStatus = 0 | 1 | 2 | 75;

/** Thrown if a command fails: a message for the operator, in one line or, with a list, in several. */
export class CommandError extends Error {
  readonly lines: readonly string[];
  readonly status: ExitStatus = 2;

  constructor(...lines: readonly [string, ...string[]]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}
