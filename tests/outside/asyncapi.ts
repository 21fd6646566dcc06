import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describeAsyncapi } from '../../src/describe/asyncapi/index.ts';
import type { AsyncapiVersion } from '../../src/describe/asyncapi/options.ts';
import { playExamples } from '../../src/operator/examples.ts';
import { createWholePlanFinder } from '../../src/operator/whole-plans.ts';
import { createSource, type Source } from '../../src/text/location.ts';

/** A finding of a tool. */
export interface Finding {
  readonly file: string;
  readonly rule: string;
  readonly isError: boolean;
  readonly text: string;
}

const root = resolve(import.meta.dirname, '../..');
const asyncapiVersions: readonly AsyncapiVersion[] = ['3.0.0', '3.1.0'];

/** A document, and the invoices with NATS as well: no example publishes to it. */
function readSources(documents: readonly string[]): readonly Source[] {
  const sources = documents.map((document) => createSource(document, readFileSync(join(root, document), 'utf8')));
  const invoices = readFileSync(join(root, 'examples/invoices/invoices.md'), 'utf8');
  const row = '| nats | invoices.{event}.{id} | all | cloudevents 1.0 | | 8 over 28 hours |\n';
  return [...sources, createSource('nats.md', invoices.replace(/(?=\| sse \|)/, row))];
}

/** Holds the AsyncAPI descriptions of documents, in each of their versions, with played events, against `@asyncapi/parser`. */
export async function checkAsyncapi(documents: readonly string[]): Promise<readonly Finding[]> {
  // The package is not installed where types are checked.
  const name: string = '@asyncapi/parser';
  const { Parser } = await import(name);
  const parser = new Parser();
  const findings: Finding[] = [];
  for (const source of readSources(documents)) {
    const find = createWholePlanFinder(source);
    const older = (await find())?.versioning.older ?? [];
    for (const version of [undefined, ...older.map((row) => row.name)]) {
      const { events } = await playExamples(find, { version });
      for (const asyncapi of asyncapiVersions) {
        const description = describeAsyncapi((await find(version))!, { asyncapi, events });
        const { diagnostics } = await parser.parse(JSON.stringify(description));
        for (const { code, severity, message, path } of diagnostics) {
          const file = `${source.name} ${version ?? 'newest'} ${asyncapi}`;
          findings.push({ file, rule: String(code), isError: severity === 0, text: `${message} (${path.join('/')})` });
        }
      }
    }
  }
  return findings;
}
