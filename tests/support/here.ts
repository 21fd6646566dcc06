import assert from 'node:assert/strict';
import { said } from '../../src/cli/shared/terminal.fixture.ts';
import type { Ended } from './process.ts';

/** A command has ended as it should: with this status, and in words, not in a stack. */
export function inWords(ended: Ended, status: number): Ended {
  assert.equal(ended.status, status, `${ended.out}\n${ended.err}`);
  assert.doesNotMatch(ended.out + ended.err, /\n\s+at |node:internal|mistake in Nonet itself|ExperimentalWarning/);
  return ended;
}

/** Runs a command in this process, which is quicker, and asks how it ended. */
export async function here(wanted: number, ...words: string[]): Promise<Ended> {
  const { status, out, err } = await said(words, process.env);
  return inWords({ status, out: `${out.join('\n')}\n`, err: err.join('\n') }, wanted);
}
