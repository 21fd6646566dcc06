import assert from 'node:assert/strict';
import { run } from '../../src/cli/program.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import type { Ended } from './process.ts';

/** A command has ended as it should: with this status, and in words, not in a stack. */
export function inWords(ended: Ended, status: number): Ended {
  assert.equal(ended.status, status, `${ended.out}\n${ended.err}`);
  assert.doesNotMatch(ended.out + ended.err, /\n\s+at |node:internal|mistake in Nonet itself|ExperimentalWarning/);
  return ended;
}

/** Runs a command in this process, which is quicker, and asks how it ended. */
export async function here(wanted: number, ...words: string[]): Promise<Ended> {
  const [out, err]: [string[], string[]] = [[], []];
  let status = 0;
  const terminal: Terminal = {
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
    colours: { out: false, err: false },
    environment: process.env,
    end: (to) => {
      status = Math.max(status, to);
    },
  };
  await run(words, '0.0.0', terminal);
  return inWords({ status, out: `${out.join('\n')}\n`, err: err.join('\n') }, wanted);
}
