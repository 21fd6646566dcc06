import { env } from 'node:process';
import type { Command, Option } from 'commander';
import { CommandError } from '../../operator/command-error.ts';

const on = new Set(['1', 'true', 'yes', 'on']);
const off = new Set(['0', 'false', 'no', 'off']);

/**
 * Makes variables of switches take `true` or `false` (commander takes any value for on), and adds the name of the variable to
 * errors about its value.
 */
export function readVariables(program: Command, words: readonly string[]): void {
  for (const command of listCommands(program)) {
    for (const option of command.options) nameVariable(option, words);
  }
  program.hook('preAction', (_, command) => settleSwitches(command));
}

/** Returns a command and all commands within it. */
export function listCommands(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(listCommands)];
}

function nameVariable(option: Option, words: readonly string[]): void {
  const { parseArg, envVar, long } = option;
  if (parseArg === undefined || envVar === undefined) return;
  const isFlag = words.some((word) => word === long || word.startsWith(`${long}=`));
  option.parseArg = (text, before) => {
    try {
      return parseArg(text, before);
    } catch (error) {
      if (isFlag || !(error instanceof CommandError)) throw error;
      throw new CommandError(`${error.message} It was set by the variable ${envVar}.`);
    }
  };
}

function settleSwitches(command: Command): void {
  const switches = command.options.filter(({ envVar, required, optional }) => envVar && !required && !optional);
  for (const [name, options] of Map.groupBy(switches, (option) => option.attributeName())) {
    if (command.getOptionValueSource(name) !== 'env') continue;
    const values = options.flatMap((option) => readSwitchVariable(option, options.length > 1));
    command.setOptionValueWithSource(name, values.includes(false) ? false : values[0], 'env');
  }
}

/** Returns the value that the variable of a switch sets; `false` only if there is a switch for that, too. */
function readSwitchVariable({ envVar, negate }: Option, both: boolean): readonly boolean[] {
  const text = env[envVar ?? '']?.trim().toLowerCase() ?? '';
  if (on.has(text)) return [!negate];
  if (off.has(text)) return both && !negate ? [false] : [];
  if (text === '') return [];
  throw new CommandError(`The variable ${envVar} takes true or false. Found "${env[envVar ?? '']}".`);
}
