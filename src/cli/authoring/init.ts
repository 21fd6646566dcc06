import { writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Command } from 'commander';
import type { PartGrammar } from '../../markdown/grammar.ts';
import { CommandError } from '../../operator/command-error.ts';
import { createWriteError } from '../../operator/files/writing.ts';
import { grammars } from '../../parts/grammars.ts';
import { enumerate } from '../../text/enumerate.ts';
import type { Terminal } from '../shared/terminal.ts';
import { formatPackageFile } from './init/files.ts';
import { writeProject } from './init/project.ts';

interface Options {
  readonly name?: string;
  readonly small?: true;
  readonly project?: true;
  readonly nonet?: string;
}

/** `nonet init FILE` */
export function addInit(command: Command, terminal: Terminal): void {
  command
    .argument('<file>', 'the document to create, such as invoices.md')
    .option('--name <name>', 'name of the service (default: derived from the file name)')
    .option('--small', 'create one resource with its endpoints instead, ready to serve')
    .option(
      '--project',
      'also create package.json, a test, .gitignore, README.md and AGENTS.md next to the document; implies --small',
    )
    .option(
      '--nonet <version>',
      'with --project: the version of nonet in package.json, or the path of a package (default: its file next to package.json)',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ nonet init invoices.md
  $ nonet init notes.md --small
  $ nonet init notes/notes.md --project
  $ nonet init api.md --name "Seat holds"`,
    )
    .action((file: string, options: Options) => {
      const name = options.name ?? deriveServiceName(file);
      if (!/\S/.test(name) || /[\r\n]/.test(name)) {
        throw new CommandError('--name takes one line of text, such as --name "Seat holds".');
      }
      if (options.project) {
        createProject(file, name.trim(), options.nonet, formatPackageFile(command.parent!.version()!), terminal);
        return;
      }
      if (options.nonet !== undefined) throw new CommandError('--nonet needs --project.');
      try {
        const text = options.small ? createSmallDocument(name.trim()) : createEmptyDocument(name.trim());
        writeFileSync(file, text, { flag: 'wx' });
      } catch (error) {
        throw new CommandError(explainCreateFailure(file, (error as NodeJS.ErrnoException).code));
      }
      terminal.out(
        options.small
          ? `Created ${file} with one resource and its endpoints. To run it, run nonet serve ${file}`
          : `Created ${file} with nine parts, every aspect not shown. To list what to fill in, run nonet gaps ${file}`,
      );
    });
}

function createProject(
  file: string,
  name: string,
  dependency: string | undefined,
  packageFile: string,
  terminal: Terminal,
): void {
  const folder = dirname(file);
  const chosen = dependency ?? join(folder, packageFile);
  const files = writeProject({ file, text: createSmallDocument(name), name, dependency: chosen });
  terminal.out(`Created ${files.map((each) => join(folder, each)).join(', ')}`);
  const shown = /^[\w./-]+$/.test(folder) ? folder : JSON.stringify(folder);
  const commands = `${folder === '.' ? '' : `cd ${shown} && `}npm install && npm start`;
  terminal.out(
    dependency === undefined
      ? `To run it, copy ${packageFile} next to package.json (npm run build && npm pack in a checkout of Nonet writes it), and run ${commands}`
      : `To run it, run ${commands}`,
  );
}

function explainCreateFailure(file: string, code: string | undefined): string {
  if (code === 'EEXIST') return `${file} already exists. Choose another file name: init never overwrites a file.`;
  return createWriteError(file, { code }).message;
}

/** Derives the name of a service from the name of its file. */
export function deriveServiceName(file: string): string {
  const words = basename(file)
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[-_.]+/g, ' ')
    .trim();
  return words === '' ? 'Service' : words[0]!.toUpperCase() + words.slice(1);
}

/** Returns the text of a document that states nothing yet. */
export function createEmptyDocument(name: string): string {
  return `${[`# ${escapeHeading(name)}`, ...grammars.flatMap((part) => [`## ${part.title}`, formatGapSentence(part)])].join('\n\n')}\n`;
}

/** Returns the text of a document with one resource and its endpoints; everything else is missing. */
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

/** Escapes the marks of Markdown in the text of a heading. */
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
