import { run } from './program.ts';
import type { Terminal } from './terminal.ts';

/** What a command said, line by line, and its exit status. */
export interface Said {
  readonly status: number;
  readonly out: readonly string[];
  readonly err: readonly string[];
}

/** Runs a command in this process, which is quicker than in one of its own; of variables it has only those that are given. */
export async function said(words: readonly string[], environment: Terminal['environment'] = {}): Promise<Said> {
  const [out, err]: [string[], string[]] = [[], []];
  let status = 0;
  const terminal: Terminal = {
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
    colours: { out: false, err: false },
    environment,
    end: (to) => {
      status = Math.max(status, to);
    },
  };
  await run(words, '0.0.0', terminal);
  return { status, out, err };
}
