import { Command, CommanderError } from 'commander';
import { CommandError } from '../operator/command-error.ts';
import { StoreError } from '../stores/store-error.ts';
import { toPrintable } from '../text/printable.ts';
import { commands } from './commands.ts';
import { isTransient, toStoreCommandError } from './shared/store-errors.ts';
import { printFailure, type Terminal } from './shared/terminal.ts';
import { listCommands, readVariables } from './shared/variables.ts';

/** Runs one command line (without the program's own name). Every failure ends in a message and an exit status, never a stack. */
export async function run(words: readonly string[], version: string, terminal: Terminal): Promise<void> {
  const program = new Command('nonet')
    .description('Describe an HTTP API in one Markdown document. Nonet validates it, serves it and reports its gaps.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print the help of a command')
    .showSuggestionAfterError()
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .addHelpText(
      'after',
      `
Start here:
  $ nonet init invoices.md      create a document
  $ nonet check invoices.md     find its errors and how to fix them
  $ nonet serve invoices.md     run it`,
    );
  program.exitOverride().configureOutput(createOutput(terminal, words));
  const named = findNamedCommand(words);
  for (const { group, name, description, load } of commands) {
    const command = program.command(name).description(description).helpGroup(group);
    if (name === named) (await load())(command, terminal);
  }
  for (const command of listCommands(program)) command.showHelpAfterError(describeHelpLocation(command));
  readVariables(program, words);
  if (words.length === 0) {
    program.outputHelp();
    return;
  }
  try {
    await program.parseAsync([...words], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode !== 0) terminal.end(2);
      if (error.code === 'commander.unknownCommand') hintAtCommand(program, words, terminal);
    } else if (error instanceof CommandError || error instanceof StoreError || isTransient(error)) {
      const failure = toStoreCommandError(error);
      printFailure(terminal, failure);
      terminal.end(failure.status);
    } else {
      throw error;
    }
  }
}

/** The command that a command line runs, or of which it asks for help. */
function findNamedCommand(words: readonly string[]): string | undefined {
  const [first, second] = words.filter((word) => !word.startsWith('-'));
  return first === 'help' ? second : first;
}

/** Prints the command line that is probably meant if a document is given in place of a command. */
function hintAtCommand(program: Command, words: readonly string[], terminal: Terminal): void {
  const group = program.commands.find((command) => command.name() === words[0]);
  const word = words[group === undefined ? 0 : 1] ?? '';
  if (!/\.(md|markdown)$/i.test(word)) return;
  const command = group === undefined ? 'check' : `${group.name()} ${group.commands[0]!.name()}`;
  terminal.err(`(the command comes before the document: nonet ${command} ${toPrintable(word)})`);
}

function describeHelpLocation(command: Command): string {
  const path: string[] = [];
  for (let at: Command | null = command; at !== null; at = at.parent) path.unshift(at.name());
  return `(${path.join(' ')} --help ${command.commands.length > 0 ? 'lists the commands' : 'explains it'})`;
}

function createOutput(
  terminal: Terminal,
  words: readonly string[],
): { writeOut(text: string): void; writeErr(text: string): void } {
  const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n');
  // Errors repeat unknown words: escape words that contain line breaks.
  const long = words.flatMap((word) => [word, word.split('=')[0]!]).filter((word) => word.includes('\n'));
  const repeated = (text: string): string => long.reduce((all, word) => all.replaceAll(word, toPrintable(word)), text);
  return {
    writeOut: (text) => {
      for (const line of linesOf(text)) terminal.out(line);
    },
    // A misspelled flag may be followed by an address with a password.
    writeErr: (text) => {
      for (const line of linesOf(repeated(text))) terminal.err(line.replace(/(:\/\/)\S*@/g, '$1'));
    },
  };
}
