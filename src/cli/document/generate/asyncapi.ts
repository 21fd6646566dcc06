import { type Command, Option } from 'commander';
import type { AsyncapiVersion } from '../../../describe/asyncapi/options.ts';
import { formatCount, type Terminal } from '../../shared/terminal.ts';
import { addDescription, type DescribedOptions } from './described.ts';
import { addPlayedOptions, type PlayedOptions, playBeside } from './played.ts';

interface Options extends DescribedOptions, PlayedOptions {
  readonly asyncapi: AsyncapiVersion;
}

/** `nonet generate asyncapi FILE` */
export function addAsyncapi(generate: Command, terminal: Terminal): void {
  const command = addDescription<Options>(generate, terminal, {
    name: 'asyncapi',
    description: 'Generate the AsyncAPI description of a service: its events as webhooks, streams and NATS messages.',
    example: 'asyncapi.yaml',
    help: `
A running service serves the same description at /asyncapi.json.

Examples:
  $ nonet generate asyncapi invoices.md --out asyncapi.yaml
  $ nonet generate asyncapi invoices.md --api-version 2026-06-01 --asyncapi 3.1.0`,
    async describe(plan, file, options) {
      const { describeAsyncapi } = await import('../../../describe/asyncapi/index.ts');
      const { events } = await playBeside(file, options);
      const content = describeAsyncapi(plan, { asyncapi: options.asyncapi, events });
      return { content, title: `AsyncAPI ${options.asyncapi}`, count: formatCount(plan.events.length, 'event type') };
    },
  });
  addPlayedOptions(command).addOption(
    new Option('--asyncapi <version>', 'the AsyncAPI version').choices(['3.0.0', '3.1.0']).default('3.0.0'),
  );
}
