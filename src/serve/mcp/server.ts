import type { Server } from '@modelcontextprotocol/server';
import type { AgentView, SendToolRequest } from '../../describe/tools/index.ts';

/** The package that speaks the protocol: few services have agents, so it is optional and loaded on use. */
export type Sdk = typeof import('@modelcontextprotocol/server');

/** Loads the package of the Model Context Protocol. Throws an error that names it if it is not installed. */
export async function loadSdk(): Promise<Sdk> {
  try {
    return await import('@modelcontextprotocol/server');
  } catch {
    throw new Error(
      'MCP needs the package @modelcontextprotocol/server. To install it, run npm install @modelcontextprotocol/server',
    );
  }
}

/** Serves the Model Context Protocol on standard input and output. */
export async function serveOnStdio(create: () => Server): Promise<void> {
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
  serveStdio(create);
}

/** Creates a server of the Model Context Protocol over the tools of a service. Arguments are checked by the service alone. */
export function createMcpServer({ Server: Sdk }: Pick<Sdk, 'Server'>, view: AgentView, send: SendToolRequest): Server {
  const { name, version, instructions, tools } = view;
  const server = new Sdk({ name, version }, { capabilities: { tools: {} }, instructions });
  server.setRequestHandler('tools/list', () => ({
    tools: tools.map(({ call: _, operation: _operation, inputSchema, ...tool }) => ({
      ...tool,
      inputSchema: inputSchema as { readonly type: 'object' },
    })),
  }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = tools.find((candidate) => candidate.name === params.name);
    if (tool === undefined) {
      const known = tools.map((candidate) => candidate.name).join(', ');
      return { content: [{ type: 'text', text: `There is no tool ${params.name}. Tools: ${known}` }], isError: true };
    }
    const { text, value, isError } = await tool.call(params.arguments ?? {}, send);
    return { content: [{ type: 'text', text }], structuredContent: { ...value }, isError };
  });
  return server;
}
