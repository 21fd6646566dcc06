import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { type StatedCase, writeExpected } from './case-files.ts';
import { diffLines } from './line-diff.ts';
import { root } from './process.ts';

/** Whether golden files are written before they are compared. */
export const update: boolean = process.env.UPDATE !== undefined;

const mostShown = 40;

/** Compares a golden file with its present text; with `UPDATE=1` it is written first. `test` is the test file that writes it. */
export function compareGolden(file: string, text: string, test: string): void {
  if (update) writeFileSync(file, text);
  const command = `UPDATE=1 node --test ${test}`;
  const name = relative(root, file);
  if (!existsSync(file)) assert.fail(`${name} is missing. To write it, run \`${command}\`, then read it.`);
  compareTexts(name, readFileSync(file, 'utf8'), text, command);
}

/** Compares the expected text of a case with its present one; with `UPDATE=1` it is written first. `test` is the test file that writes it. */
export function compareExpected(one: StatedCase, text: string, test: string): void {
  const present = `${text.trimEnd()}\n`;
  const command = `UPDATE=1 node --test ${test}`;
  if (update) {
    if (one.expected !== present) writeExpected(one, present);
    return;
  }
  const name = `${one.at}, ${one.name}`;
  if (one.expected === undefined)
    assert.fail(`${name} states nothing that is expected. To write it, run \`${command}\`.`);
  compareTexts(name, one.expected, present, command);
}

function compareTexts(name: string, golden: string, text: string, command: string): void {
  if (golden === text) return;
  const [older, newer] = [golden.split('\n'), text.split('\n')];
  const lines = diffLines(older, newer).flatMap(({ older: was, newer: is }) => {
    if (was !== undefined && is !== undefined) return [];
    return [was === undefined ? `+${is! + 1}: ${newer[is!]}` : `-${was + 1}: ${older[was]}`];
  });
  const more = lines.length > mostShown ? `\n… and ${lines.length - mostShown} lines` : '';
  assert.fail(
    `${name} differs from the present text. If the new lines are right, run \`${command}\`.\n${lines.slice(0, mostShown).join('\n')}${more}`,
  );
}
