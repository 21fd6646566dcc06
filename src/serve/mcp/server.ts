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

/** The code of JSON-RPC 2.0 for parameters that do not fit. */
const invalidParams = -32602;

/** The longest message on standard input in bytes; a longer one ends the connection. */
const longestMessage = 10 * 1024 * 1024;

/** Serves the Model Context Protocol on standard input and output. `tellTooLong` gets why a message that is too long ends it. */
export async function serveOnStdio(create: () => Server, tellTooLong: (reason: string) => void): Promise<void> {
  const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio');
  const transport = new StdioServerTransport(undefined, undefined, { maxBufferSize: longestMessage });
  serveStdio(create, {
    transport,
    onerror: ({ message }) => {
      if (/exceeded maximum size/.test(message)) tellTooLong('A message on standard input has more than 10 MiB.');
    },
  });
}

/** Creates a server of the Model Context Protocol over the tools of a service. Arguments are checked by the tool, or by the service alone. */
export function createMcpServer(
  { Server: Sdk, ProtocolError }: Pick<Sdk, 'Server' | 'ProtocolError'>,
  view: AgentView,
  send: SendToolRequest,
): Server {
  const { name, version, instructions, tools } = view;
  const server = new Sdk({ name, version }, { capabilities: { tools: {} }, instructions });
  server.setRequestHandler('tools/list', () => ({
    tools: tools.map(({ call: _, operation: _operation, explainWrong: _wrong, inputSchema, ...tool }) => ({
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
    const wrong = tool.explainWrong?.(params.arguments ?? {});
    if (wrong !== undefined) throw new ProtocolError(invalidParams, `Wrong arguments of ${tool.name}: ${wrong}`);
    const { text, value, isError } = await tool.call(params.arguments ?? {}, send);
    return { content: [{ type: 'text', text }], structuredContent: { ...value }, isError };
  });
  return server;
}
