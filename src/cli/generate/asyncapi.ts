import { type Command, Option } from 'commander';
import type { AsyncapiVersion } from '../../describe/asyncapi/options.ts';
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
  readonly asyncapi: AsyncapiVersion;
}

/** `nonet generate asyncapi FILE` */
export function addAsyncapi(generate: Command, terminal: Terminal): void {
  const command = generate
    .command('asyncapi')
    .description('Generate the AsyncAPI description of a service: its events as webhooks, streams and NATS messages.');
  addPlayedOptions(addDescribedOptions(command, 'asyncapi.yaml'))
    .addOption(new Option('--asyncapi <version>', 'the AsyncAPI version').choices(['3.0.0', '3.1.0']).default('3.0.0'))
    .addHelpText(
      'after',
      `
A running service serves the same description at /asyncapi.json.

Examples:
  $ nonet generate asyncapi invoices.md --out asyncapi.yaml
  $ nonet generate asyncapi invoices.md --api-version 2026-06-01 --asyncapi 3.1.0`,
    )
    .action(async (file: string, options: Options) => {
      const plan = await openWholePlan(file, options, terminal);
      if (plan === undefined) return;
      const { describeAsyncapi } = await import('../../describe/asyncapi/index.ts');
      const { events } = await playBeside(file, options);
      const description = describeAsyncapi(plan, { asyncapi: options.asyncapi, events });
      const what = `AsyncAPI ${options.asyncapi} of ${plan.name}${formatShownVersion(plan)}`;
      const count = formatCount(plan.events.length, 'event type');
      await writeDescription(description, `${what}: ${count}`, file, options, terminal);
    });
}
