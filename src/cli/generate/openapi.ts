import { type Command, Option } from 'commander';
import type { OpenapiVersion } from '../../describe/openapi/options.ts';
import { formatCount, type Terminal } from '../shared/terminal.ts';
import {
  addDescribedOptions,
  type DescribedOptions,
  formatShownVersion,
  openWholePlan,
  writeDescription,
} from './described.ts';
import { addPlayedOptions, type PlayedOptions, playBeside } from './played.ts';

interface Options extends DescribedOptions, PlayedOptions {
  readonly openapi: OpenapiVersion;
}

/** `nonet generate openapi FILE` */
export function addOpenapi(generate: Command, terminal: Terminal): void {
  const command = generate
    .command('openapi')
    .description('Generate the OpenAPI description of a service: operations, schemas, errors, webhooks.');
  addPlayedOptions(addDescribedOptions(command, 'openapi.yaml'))
    .addOption(new Option('--openapi <version>', 'the OpenAPI version').choices(['3.1.2', '3.2.0']).default('3.1.2'))
    .addHelpText(
      'after',
      `
A running service serves the same description at /openapi.json.

Examples:
  $ nonet generate openapi invoices.md --out openapi.yaml
  $ nonet generate openapi invoices.md --api-version 2026-06-01 --openapi 3.2.0`,
    )
    .action(async (file: string, options: Options) => {
      const plan = await openWholePlan(file, options, terminal);
      if (plan === undefined) return;
      const { describeOpenapi } = await import('../../describe/openapi/index.ts');
      const { examples, events } = await playBeside(file, options);
      const description = describeOpenapi(plan, { openapi: options.openapi, examples, events });
      const what = `OpenAPI ${options.openapi} of ${plan.name}${formatShownVersion(plan)}`;
      const count = formatCount(plan.operations.length, 'operation');
      await writeDescription(description, `${what}: ${count}`, file, options, terminal);
    });
}
