import type { Command } from 'commander';
import type { AgentView, SendToolRequest } from '../../describe/tools/index.ts';
import { CommandError } from '../../operator/command-error.ts';
import { openWholePlan } from '../document/generate/described.ts';
import { createSender, readText, requireServiceUrl } from '../shared/sender.ts';
import { printFailure, type Terminal } from '../shared/terminal.ts';

interface Options {
  readonly url: string;
  readonly apiVersion?: string;
  readonly author?: true;
}

/** `nonet mcp FILE` */
export function addMcp(command: Command, terminal: Terminal): void {
  command
    .argument('[file]', 'the document of the service')
    .option('--url <url>', 'the address of the running service', 'http://127.0.0.1:4000')
    .option('--api-version <version>', 'use an older version of the API (default: the newest version)')
    .option('--author', 'help an assistant write documents instead: check, look up, explain, compare, try')
    .addHelpText(
      'after',
      `
Each operation is a tool. The service checks scopes, limits and states as for any other client.
Set NONET_KEY to the credential that the agent acts with.

Examples:
  $ NONET_KEY=key_… nonet mcp invoices.md
  $ NONET_KEY=key_… nonet mcp invoices.md --url https://api.example.com
  $ nonet mcp --author`,
    )
    .action(async (file: string | undefined, { url, author, ...options }: Options) => {
      if (author === true) return serveAuthorTools(command.parent!.version()!, terminal);
      if (file === undefined)
        throw new CommandError('State the document of the service, or add --author to write one.');
      const address = requireServiceUrl(url);
      const plan = await openWholePlan(file, options, terminal);
      if (plan === undefined) return;
      const { describeTools } = await import('../../describe/tools/index.ts');
      const { send } = createSender(address, plan, terminal.environment.NONET_KEY);
      await serveTools(
        describeTools(plan),
        async (request) => {
          const response = await send(request);
          return { status: response.status, headers: response.headers, text: await readText(response) };
        },
        terminal,
      );
    });
}

async function serveAuthorTools(version: string, terminal: Terminal): Promise<void> {
  const { describeAuthorTools } = await import('./mcp/author.ts');
  const sendNothing = () => Promise.reject(new Error('These tools send no requests.'));
  await serveTools(describeAuthorTools(version), sendNothing, terminal);
}

async function serveTools(view: AgentView, send: SendToolRequest, terminal: Terminal): Promise<void> {
  const { createMcpServer, loadSdk, serveOnStdio } = await import('../../serve/mcp/server.ts');
  const sdk = await loadSdk().catch((error: Error) => {
    throw new CommandError(error.message);
  });
  await serveOnStdio(
    () => createMcpServer(sdk, view, send),
    (reason) => {
      printFailure(terminal, new CommandError(reason));
      terminal.end(2);
    },
  );
}
