import assert from 'node:assert/strict';
import { env } from 'node:process';
import { test } from 'node:test';
import { Command, Option } from 'commander';
import { CommandError } from '../../operator/command-error.ts';
import { readVariables } from './variables.ts';

/** What a command with switches and a number is given by these words and variables. */
async function given(words: readonly string[], variables: Readonly<Record<string, string>>): Promise<object> {
  let found: object = {};
  const program = new Command().exitOverride();
  program
    .command('run')
    .addOption(new Option('--watch', 'a switch').env('TRIED_WATCH'))
    .addOption(new Option('--explain', 'a switch with its opposite').env('TRIED_EXPLAIN'))
    .addOption(new Option('--no-explain', 'its opposite').env('TRIED_NO_EXPLAIN'))
    .addOption(new Option('--port <number>', 'a number').env('TRIED_PORT').argParser(whole))
    .action((options: object) => {
      found = options;
    });
  readVariables(program, words);
  Object.assign(env, variables);
  try {
    await program.parseAsync(['run', ...words], { from: 'user' });
  } finally {
    for (const name of Object.keys(variables)) delete env[name];
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

function whole(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new CommandError(`--port takes a whole number; it was given "${text}".`);
}

const refused = (words: readonly string[], variables: Readonly<Record<string, string>>, message: string) =>
  assert.rejects(given(words, variables), (error: Error) => {
    assert.ok(error instanceof CommandError);
    assert.equal(error.message, message);
    return true;
  });

test("a switch's variable says true or false, and a word that is neither is told", async () => {
  for (const text of ['1', 'true', 'YES', ' on '])
    assert.deepEqual(await given([], { TRIED_WATCH: text }), { watch: true });
  for (const text of ['0', 'false', 'No', 'off', '']) assert.deepEqual(await given([], { TRIED_WATCH: text }), {});
  await refused([], { TRIED_WATCH: 'perhaps' }, 'The variable TRIED_WATCH takes true or false. Found "perhaps".');
});

test('of a switch and its opposite, false is the opposite, a denied opposite says nothing, and the opposite counts', async () => {
  assert.deepEqual(await given([], { TRIED_EXPLAIN: 'true' }), { explain: true });
  assert.deepEqual(await given([], { TRIED_EXPLAIN: 'false' }), { explain: false });
  assert.deepEqual(await given([], { TRIED_NO_EXPLAIN: '1' }), { explain: false });
  assert.deepEqual(await given([], { TRIED_NO_EXPLAIN: 'false' }), {});
  assert.deepEqual(await given([], { TRIED_EXPLAIN: '1', TRIED_NO_EXPLAIN: '1' }), { explain: false });
});

test('a flag counts before its variable, whatever that says', async () => {
  assert.deepEqual(await given(['--watch'], { TRIED_WATCH: 'false' }), { watch: true });
  assert.deepEqual(await given(['--explain'], { TRIED_NO_EXPLAIN: 'true' }), { explain: true });
  assert.deepEqual(await given(['--port', '7'], { TRIED_PORT: 'x' }), { port: 7 });
});

test('what is wrong with a value names the variable that it came from', async () => {
  const words = '--port takes a whole number; it was given "x".';
  await refused([], { TRIED_PORT: 'x' }, `${words} It was set by the variable TRIED_PORT.`);
  await refused(['--port', 'x'], {}, words);
  await refused(['--port=x'], { TRIED_PORT: '1' }, words);
});
