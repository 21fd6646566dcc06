import { fileURLToPath } from 'node:url';
import type { Exchange } from '../../../describe/examples/exchange.ts';
import type { Unavailable } from '../../../language-server/workspace.ts';
import { playExamples } from '../../../operator/examples.ts';
import type { Document } from '../../../parts/index.ts';
import { buildWholePlanOf } from '../../../parts/plan/whole-version.ts';
import { isCustomHandler } from '../../../plan/handler-rules.ts';
import { loadModule } from '../../document/module/run.ts';

/** Milliseconds after which no further operation is begun. */
const longest = 10_000;

/**
 * Plays a document without errors in services in memory, and returns the requests and responses of one operation as Markdown.
 * The module runs only for an operation that has a handler, and if `explainUntrusted` has no objection: it may reach beyond the process.
 */
export async function tryOperation(
  uri: string,
  document: Document,
  name: string,
  explainUntrusted: () => Unavailable | undefined,
): Promise<string | Unavailable> {
  try {
    const plan = buildWholePlanOf(document.service)!;
    const operation = plan.operations.find((candidate) => candidate.name === name)!;
    const needsModule = isCustomHandler(operation) && uri.startsWith('file:');
    const untrusted = needsModule ? explainUntrusted() : undefined;
    if (untrusted !== undefined) return untrusted;
    const handlers = needsModule ? await loadModule(fileURLToPath(uri), plan) : undefined;
    const find = async () => plan;
    const { examples, notPlayed } = await playExamples(find, { handlers, milliseconds: longest });
    const exchanges = examples[name] ?? [];
    if (exchanges.length === 0) {
      const why = notPlayed.find((entry) => entry.operation === name)!.reason;
      return { reason: `Nonet could not try ${name}: ${why}.` };
    }
    const [successes = [], refusals = []] = [true, false].map((succeeds) =>
      exchanges.filter(({ response }) => response.status < 400 === succeeds),
    );
    const rest = refusals.length === 0 ? [] : ['## Rejected requests', '', ...refusals.flatMap(formatExchange)];
    return [`## ${operation.method} ${operation.path}`, '', ...successes.flatMap(formatExchange), ...rest].join('\n');
  } catch (error) {
    return { reason: `Nonet could not try ${name}: ${(error as Error).message}` };
  }
}

function formatExchange({ title, request, response }: Exchange): readonly string[] {
  const sent = formatMessage(`${request.method} ${request.path} HTTP/1.1`, request);
  const received = formatMessage(`HTTP/1.1 ${response.status}`, response);
  return [`### ${title}`, '', '```http', ...sent, '```', '', '```http', ...received, '```', ''];
}

function formatMessage(start: string, { headers, body }: Pick<Exchange['request'], 'headers' | 'body'>): string[] {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const text = typeof body === 'string' ? body : JSON.stringify(body, null, 2);
  return [start, ...lines, ...(body === undefined ? [] : ['', text])];
}
