import { type Command, Option } from 'commander';
import { resolveWritablePath } from '../../../operator/files/out-file.ts';
import { writeText } from '../../../operator/files/writing.ts';
import type { WholePlan } from '../../../plan/whole.ts';
import { createUnknownVersionError, listErrors, openDocument, planOrDiagnostics } from '../../shared/document.ts';
import type { Terminal } from '../../shared/terminal.ts';

/** The flags that all descriptions have. */
export interface DescribedOptions {
  readonly apiVersion?: string;
  readonly format?: 'json' | 'yaml';
  readonly out?: string;
  readonly force?: true;
}

/** A description of a plan: `title` names it for messages, `count` says how much it holds. */
interface Description {
  readonly content: object;
  readonly title: string;
  readonly count: string;
}

interface DescriptionCommand<Options> {
  readonly name: string;
  readonly description: string;
  /** The name of a file, for the help. */
  readonly example: string;
  /** The help after the flags. */
  readonly help: string;
  describe(plan: WholePlan, file: string, options: Options): Promise<Description>;
}

/** Adds a command that describes a document, with the flags that all descriptions have, and returns it. */
export function addDescription<Options extends DescribedOptions = DescribedOptions>(
  generate: Command,
  terminal: Terminal,
  { name, description, example, help, describe }: DescriptionCommand<Options>,
): Command {
  return addDescribedOptions(generate.command(name).description(description), example)
    .addHelpText('after', help)
    .action(async (file: string, options: Options) => {
      const plan = await openWholePlan(file, options, terminal);
      if (plan === undefined) return;
      const { content, title, count } = await describe(plan, file, options);
      await writeDescription(
        content,
        `${title} of ${plan.name}${formatShownVersion(plan)}: ${count}`,
        file,
        options,
        terminal,
      );
    });
}

function addDescribedOptions(command: Command, example: string): Command {
  return command
    .argument('<file>', 'the document')
    .option('--api-version <version>', 'describe an older version of the API (default: the newest version)')
    .addOption(
      new Option('--format <format>', 'the format (default: by the name of --out, else json)').choices([
        'json',
        'yaml',
      ]),
    )
    .option('--out <file>', `the file to write, such as ${example} (default: standard output)`)
    .option('--force', 'replace the file if it exists; never the document, its code or a store');
}

/**
 * Returns the plan of the version that a command line asks for, as its clients see it; undefined if the document has errors, which
 * are printed. Throws a `CommandError` for an unknown version.
 */
export async function openWholePlan(
  file: string,
  { apiVersion }: Pick<DescribedOptions, 'apiVersion'>,
  terminal: Terminal,
): Promise<WholePlan | undefined> {
  const document = openDocument(file);
  if (listErrors(document).length > 0) return planOrDiagnostics(document, terminal);
  const { buildWholePlanOf } = await import('../../../parts/plan/whole-version.ts');
  const plan = buildWholePlanOf(document.service, apiVersion);
  if (plan === undefined) throw createUnknownVersionError(document, apiVersion!);
  return plan;
}

/** Prints a description, or writes it to the file of `--out` and prints a line with its name; `what` names its content. */
async function writeDescription(
  description: object,
  what: string,
  file: string,
  { format, out, force }: DescribedOptions,
  terminal: Terminal,
): Promise<void> {
  const isYaml = (format ?? (/\.ya?ml$/i.test(out ?? '') ? 'yaml' : 'json')) === 'yaml';
  const { formatJson, formatYaml } = await import('../../../describe/format.ts');
  const text = isYaml ? formatYaml(description) : formatJson(description);
  if (out === undefined || out === '-') {
    if (isYaml) for (const line of text.replace(/\n$/, '').split('\n')) terminal.out(line);
    else terminal.out({ json: text.replace(/\n$/, '') });
    return;
  }
  const stores = [terminal.environment.NONET_STORE];
  writeText(resolveWritablePath(out, { document: file, stores, force: force === true }), text);
  terminal.out(`Wrote ${out}: ${what}`);
}

/** Names the version that a plan shows, for messages: `, version 2026-11-01`. */
export function formatShownVersion({ version }: WholePlan): string {
  return version === undefined ? '' : `, version ${version.name}`;
}
