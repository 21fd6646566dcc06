import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Command } from 'commander';
import type { PartGrammar } from '../markdown/grammar.ts';
import { grammars } from '../parts/grammars.ts';
import { enumerate } from '../text/enumerate.ts';
import { CommandError, type Terminal } from './shared/terminal.ts';
import { createWriteError } from './shared/writing.ts';

/** `nonet init FILE` */
export function addInit(program: Command, terminal: Terminal): void {
  program
    .command('init')
    .description('Write a new document: nine parts, every aspect recorded as not shown. Never overwrites a file.')
    .argument('<file>', 'the document to write, such as invoices.md')
    .option('--name <name>', "the service's name (default: from the file's name)")
    .option('--small', 'write one resource with its endpoints instead, ready to serve')
    .addHelpText(
      'after',
      `
Examples:
  $ nonet init invoices.md
  $ nonet init notes.md --small
  $ nonet init api.md --name "Seat holds"`,
    )
    .action((file: string, options: { name?: string; small?: true }) => {
      const name = options.name ?? deriveServiceName(file);
      if (!/\S/.test(name) || /[\r\n]/.test(name)) {
        throw new CommandError('A name is one line of text: --name "Seat holds".');
      }
      try {
        const text = options.small ? createSmallDocument(name.trim()) : createEmptyDocument(name.trim());
        writeFileSync(file, text, { flag: 'wx' });
      } catch (error) {
        throw new CommandError(explainCreateFailure(file, (error as NodeJS.ErrnoException).code));
      }
      terminal.out(
        options.small
          ? `${file}: one resource and its endpoints. Run it: nonet serve ${file}`
          : `${file}: nine parts, every aspect not shown. To list them, run nonet gaps ${file}`,
      );
    });
}

function explainCreateFailure(file: string, code: string | undefined): string {
  if (code === 'EEXIST') return `${file} is there already, and init never overwrites. Choose another name.`;
  return createWriteError(file, { code }).message;
}

function deriveServiceName(file: string): string {
  const words = basename(file)
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[-_.]+/g, ' ')
    .trim();
  return words === '' ? 'Service' : words[0]!.toUpperCase() + words.slice(1);
}

/** The text of a document that states nothing yet. */
export function createEmptyDocument(name: string): string {
  return `${[`# ${escapeHeading(name)}`, ...grammars.flatMap((part) => [`## ${part.title}`, formatGapSentence(part)])].join('\n\n')}\n`;
}

/** The text of a document that states one resource and how to call it, and leaves all else open. */
export function createSmallDocument(name: string): string {
  return `# ${escapeHeading(name)}

## Resources and their fields

### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| text | string | required; 1..5000 characters |

## Endpoints

| Operation | Path | Request | Response |
| --- | --- | --- | --- |
| create Note | /notes | \`Note\` | 201 \`Note\` |
| read Note | /notes/{id} | | 200 \`Note\` |
| list Note | /notes | | 200 \`{ data: Note[], next: next cursor }\` |

### list Note

| Parameter | Maps to |
| --- | --- |
| cursor | cursor |
`;
}

/** A text as a heading must have it, so that it is read as it is: marks of Markdown behind a backslash. */
function escapeHeading(name: string): string {
  return name.replaceAll(/[\\`]|(?<=^| )#(?=#*$)/g, '\\$&');
}

function formatGapSentence(part: PartGrammar): string {
  const all = enumerate(
    part.aspects.map((aspect) => aspect.name),
    'and',
  );
  return `${all[0]!.toUpperCase()}${all.slice(1)}: not shown.`;
}
