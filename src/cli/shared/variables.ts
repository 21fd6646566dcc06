import { env } from 'node:process';
import type { Command, Option } from 'commander';
import { CommandError } from './terminal.ts';

const on = new Set(['1', 'true', 'yes', 'on']);
const off = new Set(['0', 'false', 'no', 'off']);

/**
 * Reads what the variables of a command line say: those of switches by their words, since to the parser of commands a variable
 * that says `false` is there, and so on. What is wrong with the value of a variable names the variable.
 */
export function readVariables(program: Command, words: readonly string[]): void {
  for (const command of listCommands(program)) {
    for (const option of command.options) nameVariable(option, words);
  }
  program.hook('preAction', (_, command) => settleSwitches(command));
}

/** A command and all within it. */
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
      throw new CommandError(`${error.message} That is what the variable ${envVar} says.`);
    }
  };
}

function settleSwitches(command: Command): void {
  const switches = command.options.filter(({ envVar, required, optional }) => envVar && !required && !optional);
  for (const [name, options] of Map.groupBy(switches, (option) => option.attributeName())) {
    if (command.getOptionValueSource(name) !== 'env') continue;
    const said = options.flatMap((option) => readSwitchVariable(option, options.length > 1));
    command.setOptionValueWithSource(name, said.includes(false) ? false : said[0], 'env');
  }
}

/** What the variable of a switch says of the setting; `false` only where there is a switch for that, too. */
function readSwitchVariable({ envVar, negate }: Option, both: boolean): readonly boolean[] {
  const text = env[envVar ?? '']?.trim().toLowerCase() ?? '';
  if (on.has(text)) return [!negate];
  if (off.has(text)) return both && !negate ? [false] : [];
  if (text === '') return [];
  throw new CommandError(`The variable ${envVar} takes true or false; it says "${env[envVar ?? '']}".`);
}
