import type { Command } from 'commander';
import type { AgentView, SendToolRequest } from '../../describe/tools/index.ts';
import { CommandError } from '../../operator/command-error.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { openWholePlan } from '../document/generate/described.ts';
import type { Terminal } from '../shared/terminal.ts';

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
      if (author === true) return serveAuthorTools(command.parent!.version()!);
      if (file === undefined)
        throw new CommandError('State the document of the service, or add --author to write one.');
      if (!URL.canParse(url) || !/^https?:/.test(url)) {
        throw new CommandError(`--url ${url} is not an address. Write an address such as http://127.0.0.1:4000`);
      }
      const plan = await openWholePlan(file, options, terminal);
      if (plan === undefined) return;
      const { describeTools } = await import('../../describe/tools/index.ts');
      const send = createSender(url.replace(/\/+$/, ''), plan, terminal.environment.NONET_KEY);
      await serveTools(describeTools(plan), send);
    });
}

async function serveAuthorTools(version: string): Promise<void> {
  const { describeAuthorTools } = await import('./mcp/author.ts');
  await serveTools(describeAuthorTools(version), () => Promise.reject(new Error('These tools send no requests.')));
}

async function serveTools(view: AgentView, send: SendToolRequest): Promise<void> {
  const { createMcpServer, loadSdk, serveOnStdio } = await import('../../serve/mcp/server.ts');
  const sdk = await loadSdk().catch((error: Error) => {
    throw new CommandError(error.message);
  });
  await serveOnStdio(() => createMcpServer(sdk, view, send));
}

/** Creates what sends requests to a running service, with a credential of its first usable scheme. */
function createSender(url: string, plan: WholePlan, key: string | undefined): SendToolRequest {
  const places = plan.authentication.schemes.flatMap(({ disabled, sentIn }) => (disabled === true ? [] : sentIn));
  const place = places.find((candidate) => candidate.in !== 'query');
  const { prefix } = plan.base;
  const base = prefix !== '' && url.endsWith(prefix) ? url.slice(0, -prefix.length) : url;
  return async ({ method, target, headers, body }) => {
    const sent = new Headers(headers);
    if (key !== undefined && place !== undefined) {
      const value = place.word === undefined ? key : `${place.word} ${key}`;
      if (place.in === 'cookie') sent.set('Cookie', `${place.name}=${key}`);
      else sent.set(place.name, value);
    }
    try {
      // Another host must not receive the credential or the body.
      const request = { method, headers: sent, body: body ?? null, redirect: 'manual' } as const;
      const response = await fetch(`${base}${target}`, request);
      return { status: response.status, headers: response.headers, text: await response.text() };
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
      throw new Error(
        `${base} does not respond (${cause}). Start the service with nonet serve, or state its address with --url.`,
      );
    }
  };
}
