import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { read } from '../../src/operator/documents.ts';
import { createHttpTransport } from '../../src/operator/prove/http.ts';
import { buildWholePlan } from '../../src/parts/index.ts';
import { checks } from '../../src/prove/checks/index.ts';
import { listSubjects } from '../../src/prove/ledger/subjects.ts';
import { createReport, type Report } from '../../src/prove/report.ts';
import { run } from '../../src/prove/run.ts';
import { createGivenCallers } from '../../src/prove/world/callers.ts';
import { keys, startReference } from './reference/server.ts';

const file = join(import.meta.dirname, 'reference/tools.md');
const document = read(readFileSync(file, 'utf8'), 'tools.md');
const plan = { ...buildWholePlan(document.service), text: document.source.text };

/** The first line of the page, or below a heading (`Member > | name |`), that begins with a text. */
export function findLine(text: string): number {
  const [below, start = below] = text.split(' > ');
  const lines = document.source.text.split('\n');
  const from = start === below ? 0 : lines.indexOf(`### ${below}`);
  const at = lines.findIndex((line, i) => i >= from && line.startsWith(start!));
  if (at === -1) throw new Error(`no line of tools.md begins with ${text}`);
  return at + 1;
}

/** How the reference implementation is proved. */
export interface ProveOptions {
  readonly seed?: number;
  /** The lines of the rows that are proved; left out: all. */
  readonly rows?: readonly number[];
}

/** Proves the reference implementation with some switches. */
export async function prove(
  switches: readonly string[],
  { seed = 0, rows }: ProveOptions = {},
): Promise<{ readonly report: Report; readonly milliseconds: number }> {
  const reference = await startReference(switches);
  const begin = performance.now();
  try {
    const scheme = plan.authentication.schemes[0]!;
    const callers = Object.entries(keys).map(([text, scopes]) => ({ name: text.split('_')[1]!, scheme, text, scopes }));
    const transport = createHttpTransport({
      origin: reference.origin,
      allowsChanges: true,
      until: () => Number.POSITIVE_INFINITY,
    });
    const done = await run({
      plan,
      transport,
      callers: createGivenCallers(callers),
      seed,
      checks,
      isOver: () => false,
      wants: (_check, { line }) => rows?.includes(line) ?? true,
    });
    const subjects = listSubjects(document.content, document.source);
    const report = createReport(done, { plan, document: 'tools.md', origin: 'http://127.0.0.1:8080', seed, subjects });
    return { report, milliseconds: performance.now() - begin };
  } finally {
    await reference.close();
  }
}
