import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Command } from 'commander';
import type { PartGrammar } from '../markdown/grammar.ts';
import { grammars } from '../parts/grammars.ts';
import { CommandFailure, type Terminal } from './terminal.ts';
import { notWritten } from './writing.ts';

/** `nonet init FILE` */
export function addInit(program: Command, terminal: Terminal): void {
  program
    .command('init')
    .description('Write a fresh document: nine parts, every aspect recorded as not shown. Never overwrites.')
    .argument('<file>', 'the document to write, such as invoices.md')
    .option('--name <name>', "the service's name (default: from the file's name)")
    .addHelpText(
      'after',
      `
Examples:
  $ nonet init invoices.md
  $ nonet init api.md --name "Seat holds"`,
    )
    .action((file: string, options: { name?: string }) => {
      const name = options.name ?? nameFrom(file);
      if (!/\S/.test(name) || /[\r\n]/.test(name)) {
        throw new CommandFailure('A name is one line of text: --name "Seat holds".');
      }
      try {
        writeFileSync(file, freshDocument(name.trim()), { flag: 'wx' });
      } catch (error) {
        throw new CommandFailure(whyNot(file, (error as NodeJS.ErrnoException).code));
      }
      terminal.out(`${file}: nine parts, every aspect not shown. nonet gaps ${file} lists them.`);
    });
}

function whyNot(file: string, code: string | undefined): string {
  if (code === 'EEXIST') return `${file} is there already, and init never overwrites. Choose another name.`;
  return notWritten(file, { code }).message;
}

function nameFrom(file: string): string {
  const words = basename(file)
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[-_.]+/g, ' ')
    .trim();
  return words === '' ? 'Service' : words[0]!.toUpperCase() + words.slice(1);
}

/** The text of a document that states nothing yet. */
export function freshDocument(name: string): string {
  return `${[`# ${asHeading(name)}`, ...grammars.flatMap((part) => [`## ${part.title}`, gapSentence(part)])].join('\n\n')}\n`;
}

/** A text as a heading must have it, so that it is read as it is: marks of Markdown behind a backslash. */
function asHeading(name: string): string {
  return name.replaceAll(/[\\`]|(?<=^| )#(?=#*$)/g, '\\$&');
}

function gapSentence(part: PartGrammar): string {
  const names = part.aspects.map((aspect) => aspect.name);
  const last = names.pop()!;
  const all = names.length === 0 ? last : `${names.join(', ')} and ${last}`;
  return `${all[0]!.toUpperCase()}${all.slice(1)}: not shown.`;
}
