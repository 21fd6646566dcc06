import { Command, CommanderError } from 'commander';
import { StoreTimeoutError, StoreUnavailableError } from '../contracts/store.ts';
import { StoreError } from '../stores/store-error.ts';
import { toPrintable } from '../text/printable.ts';
import { findRenamed, refuseRenamedVariables } from './shared/renamed.ts';
import { CommandError, printFailure, type Terminal } from './shared/terminal.ts';
import { listCommands, readVariables } from './shared/variables.ts';

type Add = (program: Command, terminal: Terminal) => void;

/** The commands in the order of the help. The module of each is loaded when a command line names it. */
const commands: Readonly<Record<string, () => Promise<Add>>> = {
  init: async () => (await import('./init.ts')).addInit,
  check: async () => (await import('./check.ts')).addCheck,
  gaps: async () => (await import('./gaps.ts')).addGaps,
  fmt: async () => (await import('./fmt.ts')).addFmt,
  compare: async () => (await import('./compare.ts')).addCompare,
  plan: async () => (await import('./plan.ts')).addPlan,
  explain: async () => (await import('./explain.ts')).addExplain,
  serve: async () => (await import('./serve.ts')).addServe,
  generate: async () => (await import('./generate.ts')).addGenerate,
  keys: async () => (await import('./keys.ts')).addKeys,
  'signing-keys': async () => (await import('./signing-keys.ts')).addSigningKeys,
  secrets: async () => (await import('./secrets.ts')).addSecrets,
  migrate: async () => (await import('./migrate.ts')).addMigrate,
  backup: async () => (await import('./backup.ts')).addBackup,
  export: async () => (await import('./export.ts')).addExport,
  load: async () => (await import('./load.ts')).addLoad,
  events: async () => (await import('./events.ts')).addEvents,
  deliveries: async () => (await import('./deliveries.ts')).addDeliveries,
};

/** What is thrown in words for a person: the command could not do its work, or the store was not to be had. */
const inWords = [CommandError, StoreError, StoreUnavailableError, StoreTimeoutError];

/** Runs one command line (without the program's own name). Every failure ends in words and an exit status, never a stack. */
export async function run(words: readonly string[], version: string, terminal: Terminal): Promise<void> {
  const program = new Command('nonet')
    .description('A service is one Markdown document in nine parts. Nonet checks it, runs it and shows its gaps.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print the help of a command')
    .showSuggestionAfterError()
    .addHelpText(
      'after',
      `
Start here:
  $ nonet init invoices.md      write a fresh document
  $ nonet check invoices.md     see what is wrong with it, and what would be right
  $ nonet serve invoices.md     run it`,
    );
  program.exitOverride().configureOutput(createOutput(terminal, words));
  for (const add of await Promise.all(findLoaders(words).map((load) => load()))) add(program, terminal);
  for (const command of listCommands(program)) command.showHelpAfterError(describeHelpLocation(command));
  readVariables(program, words);
  if (words.length === 0) {
    program.outputHelp();
    return;
  }
  try {
    refuseRenamedVariables(terminal.environment);
    await program.parseAsync([...words], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode !== 0) terminal.end(2);
      if (error.code === 'commander.unknownCommand') tellDocument(program, words, terminal);
      const hint = error.exitCode === 0 ? undefined : findRenamed(words);
      if (hint !== undefined) terminal.err(hint);
    } else if (inWords.some((kind) => error instanceof kind)) {
      printFailure(terminal, error as Error);
      terminal.end(2);
    } else {
      throw error;
    }
  }
}

/** The loaders of the commands that a command line may mean: the one that it names, none for the version, else all. */
function findLoaders([first = '', second = '']: readonly string[]): readonly (() => Promise<Add>)[] {
  const name = first === 'help' ? second : first;
  if (Object.hasOwn(commands, name)) return [commands[name]!];
  return /^(-V|--version)$/.test(first) ? [] : Object.values(commands);
}

/** Says which word is missing where a document stands in the place of a command. */
function tellDocument(program: Command, words: readonly string[], terminal: Terminal): void {
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
  // What is not understood is repeated: a word of several lines stays within its line.
  const long = words.flatMap((word) => [word, word.split('=')[0]!]).filter((word) => word.includes('\n'));
  const repeated = (text: string): string => long.reduce((all, word) => all.replaceAll(word, toPrintable(word)), text);
  return {
    writeOut: (text) => {
      for (const line of linesOf(text)) terminal.out(line);
    },
    // It may be an address with a password behind a flag that is not spelt right.
    writeErr: (text) => {
      for (const line of linesOf(repeated(text))) terminal.err(line.replace(/(:\/\/)\S*@/g, '$1'));
    },
  };
}
