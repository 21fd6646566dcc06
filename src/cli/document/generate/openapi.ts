import { type Command, Option } from 'commander';
import { type OpenapiVersion, openapiVersions } from '../../../describe/openapi/options.ts';
import { formatCount, type Terminal } from '../../shared/terminal.ts';
import { addDescription, type DescribedOptions } from './described.ts';
import { addPlayedOptions, type PlayedOptions, playBeside } from './played.ts';

interface Options extends DescribedOptions, PlayedOptions {
  readonly openapi: OpenapiVersion;
}

/** `nonet generate openapi FILE` */
export function addOpenapi(generate: Command, terminal: Terminal): void {
  const command = addDescription<Options>(generate, terminal, {
    name: 'openapi',
    description: 'Generate the OpenAPI description of a service: operations, schemas, errors, webhooks.',
    example: 'openapi.yaml',
    help: `
A running service serves the same description at /openapi.json.

Examples:
  $ nonet generate openapi invoices.md --out openapi.yaml
  $ nonet generate openapi invoices.md --api-version 2026-06-01 --openapi 3.2.0`,
    async describe(plan, file, options) {
      const { describeOpenapi } = await import('../../../describe/openapi/index.ts');
      const { examples, events } = await playBeside(file, options);
      const content = describeOpenapi(plan, { openapi: options.openapi, examples, events });
      return { content, title: `OpenAPI ${options.openapi}`, count: formatCount(plan.operations.length, 'operation') };
    },
  });
  addPlayedOptions(command).addOption(
    new Option('--openapi <version>', 'the OpenAPI version').choices(openapiVersions).default('3.1.2'),
  );
}
