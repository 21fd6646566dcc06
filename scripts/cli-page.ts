import { run } from '../src/cli/program.ts';
import { formatTableRow } from '../src/text/table-row.ts';

/** The guides that show commands at work, by the name of the command. */
const guides: Readonly<Record<string, string>> = {
  gaps: '[Gaps](gaps.md)',
  compare: '[Compare two documents](compare.md)',
  serve: '[Run a service](operating.md)',
  generate: '[OpenAPI and JSON Schema](openapi.md)',
  keys: '[Issue keys and client secrets](keys.md)',
  'signing-keys': '[Issue OAuth 2 tokens](oauth2.md)',
  secrets: '[Encrypt and rotate secrets](secrets.md)',
  migrate: '[Migrate the database](migrate.md)',
  backup: '[Back up and restore](backup.md)',
  export: '[Load and export records](load-and-export.md)',
  load: '[Load and export records](load-and-export.md)',
  events: '[Events](events.md)',
  deliveries: '[Operate webhooks](operate-webhooks.md)',
};

const introduction = `# Command line

Run \`npx nonet <command>\` where the package is installed, or \`npm run nonet -- <command>\` in a checkout. This page holds what
\`nonet <command> --help\` prints for each command.

| Exit status | Meaning |
| --- | --- |
| 0 | The command succeeded. |
| 1 | A check failed: for example, a document has errors or a change breaks clients. |
| 2 | The command failed: for example, a flag is unknown or the database does not fit the document. |
| 75 | The command failed for a cause that passes: the database cannot be reached or is busy. Run it again. |`;

/** Returns `docs/cli.md`, the help of every command, by file name. */
export async function cliPages(): Promise<Map<string, string>> {
  const names = listCommands(await readHelp());
  const helps = await Promise.all(names.map((name) => readHelp(name)));
  const rows = names.map((name, at) => {
    const cells = [`[\`nonet ${name}\`](#nonet-${name})`, describe(helps[at]!), guides[name] ?? ''];
    return formatTableRow(cells);
  });
  const table = ['| Command | What it does | Guide |', '| --- | --- | --- |', ...rows].join('\n');
  const sections = await Promise.all(names.map((name, at) => showCommand('##', [name], helps[at]!)));
  return new Map([['cli.md', `${[introduction, table, ...sections.flat()].join('\n\n')}\n`]]);
}

async function showCommand(mark: string, path: readonly string[], help: string): Promise<string[]> {
  const inner = await Promise.all(
    listCommands(help).map(async (name) => {
      const words = [...path, name];
      return showCommand(`${mark}#`, words, await readHelp(...words));
    }),
  );
  return [`${mark} nonet ${path.join(' ')}`, `\`\`\`text\n${help}\n\`\`\``, ...inner.flat()];
}

/** Returns what `--help` prints, without the blank line at its end. */
async function readHelp(...path: string[]): Promise<string> {
  const lines: string[] = [];
  const print = (line: unknown): void => {
    lines.push(String(line));
  };
  await run([...path, '--help'], '', {
    out: print,
    err: print,
    colours: { out: false, err: false },
    environment: {},
    end: (status) => {
      throw new Error(`nonet ${path.join(' ')} --help ended with ${status}`);
    },
  });
  return lines.join('\n').trim();
}

function listCommands(help: string): string[] {
  // Groups of commands have headings of their own.
  const listed = help.replace(/^Arguments:\n(?: {2}.*(?:\n|$))*/m, '');
  return Array.from(listed.matchAll(/^ {2}([a-z][a-z-]*) {2,}/gm), (found) => found[1]!).filter(
    (name) => name !== 'help',
  );
}

/** Returns the description of a command: the paragraph below its usage. */
function describe(help: string): string {
  return help.split('\n\n')[1]!.replaceAll('\n', ' ');
}
