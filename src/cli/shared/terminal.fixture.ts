import { run } from '../program.ts';
import type { Terminal } from './terminal.ts';
import { createTerminal } from './writer.ts';

/** What a command said, text by text as it was printed, and its exit status. */
export interface Said {
  readonly status: number;
  readonly out: readonly string[];
  readonly err: readonly string[];
}

/** Runs a command in this process, which is quicker than in one of its own; of variables it has only those that are given. */
export async function said(
  words: readonly string[],
  environment: Terminal['environment'] = {},
  password?: string,
  input = '',
): Promise<Said> {
  const [out, err]: [string[], string[]] = [[], []];
  let status = 0;
  const into = (texts: string[]) => ({ write: (text: string) => void texts.push(text.replace(/\n$/, '')) });
  const terminal = createTerminal({
    out: into(out),
    err: into(err),
    redraws: false,
    colours: { out: false, err: false },
    environment,
    ...(password === undefined ? {} : { password: async () => password }),
    input: async function* () {
      yield Buffer.from(input);
    },
    end: (to) => {
      status = Math.max(status, to);
    },
  });
  await run(words, '0.0.0', terminal);
  return { status, out, err };
}
