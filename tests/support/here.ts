import assert from 'node:assert/strict';
import { said } from '../../src/cli/shared/terminal.fixture.ts';
import type { Ended } from './process.ts';

/** A command has ended as it should: with this status, and in words, not in a stack. */
export function inWords(ended: Ended, status: number): Ended {
  assert.equal(ended.status, status, `${ended.out}\n${ended.err}`);
  assert.doesNotMatch(ended.out + ended.err, /\n\s+at |node:internal|mistake in Nonet itself|ExperimentalWarning/);
  return ended;
}

/** Runs a command in this process, which costs a tenth of one of its own, and asks how it ended. */
export async function here(wanted: number, ...words: string[]): Promise<Ended> {
  const { status, out, err } = await nonetHere(words);
  return inWords({ status, out, err: err.replace(/\n$/, '') }, wanted);
}

/** Runs a command in this process, in a folder and on an input if they are given. Returns what `nonet` would print; rejects on a mistake of the program. */
export async function nonetHere(words: readonly string[], { cwd = process.cwd(), input = '' } = {}): Promise<Ended> {
  const before = process.cwd();
  process.chdir(cwd);
  try {
    const { status, out, err } = await said(words, process.env, undefined, input);
    const printed = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
    return { status, out: printed(out), err: printed(err) };
  } finally {
    process.chdir(before);
  }
}

/** Runs a command in this process, which ends well. */
export async function runWell(words: readonly string[]): Promise<Ended> {
  const ended = await nonetHere(words);
  assert.equal(ended.status, 0, `${words.join(' ')}:\n${ended.out}${ended.err}`);
  return ended;
}
