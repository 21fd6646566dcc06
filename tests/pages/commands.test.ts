import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../support/process.ts';

const commandLine = readFileSync(join(root, 'docs/cli.md'), 'utf8');

/** The sections of `docs/cli.md`, which hold the help of each command, by its words. */
const sections = new Map(
  commandLine.split(/^#+ nonet /m).map((section) => [section.slice(0, section.indexOf('\n')), section] as const),
);
const groups = new Set(
  [...sections.keys()].filter((words) => words.includes(' ')).map((words) => words.split(' ')[0]!),
);

/** Returns why a command is not one of Nonet; undefined of one that is. */
function findFault(words: readonly string[]): string | undefined {
  const [first = '', second = ''] = words;
  const isPart = groups.has(first) && /^[a-z]/.test(second);
  const name = isPart ? `${first} ${second}` : first;
  const help = sections.get(name);
  if (help === undefined) return `no command ${name}`;
  const unknown = words.find((word) => {
    const flag = /^--[a-z][a-z-]*/.exec(word)?.[0];
    return flag !== undefined && flag !== '--help' && !help.includes(flag);
  });
  return unknown === undefined ? undefined : `${name} has no ${unknown}`;
}

test('pages name commands and flags that Nonet has', () => {
  assert.equal(findFault(['events', 'failed']), 'no command events failed');
  assert.equal(findFault(['check', 'a.md', '--repair']), 'check has no --repair');
  const faults: string[] = [];
  let count = 0;
  for (const file of ['README.md', ...globSync('docs/**/*.md', { cwd: root })]) {
    for (const line of readFileSync(join(root, file), 'utf8').split('\n')) {
      for (const [, command] of line.matchAll(/(?:^\$? ?|`)(?:npx )?nonet ([a-z][^`|#;&>]*)/g)) {
        const fault = findFault(command!.trim().split(/\s+/));
        if (fault !== undefined) faults.push(`${file}: ${fault}: ${line}`);
        count++;
      }
    }
  }
  assert.deepEqual(faults, []);
  assert.ok(count > 200, String(count));
});
