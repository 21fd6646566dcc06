import { readFileSync } from 'node:fs';
import { importSource } from '../src/import/index.ts';
import { readDocument } from '../src/parts/index.ts';
import { createSource } from '../src/text/location.ts';
import { type Description, listFacts, subjects } from './subjects.ts';

/** What became of one description. */
export interface Outcome {
  readonly file: string;
  readonly bytes: number;
  /** Seconds of CPU of the import. */
  readonly cpu: number;
  /** The most megabytes that the process has taken so far. */
  readonly memory: number;
  readonly fault?: string;
  readonly version?: string;
  readonly facts?: number;
  readonly stated?: number;
  readonly recognized?: number;
  readonly aspects?: readonly string[];
  /** For each subject: whether the ledger has it, and whether the scan finds it. */
  readonly subjects?: readonly (readonly [ledger: boolean, scan: boolean])[];
}

process.on('message', (file: string) => {
  void census(file).then((outcome) => process.send?.(outcome));
});

async function census(file: string): Promise<Outcome> {
  const text = readFileSync(file, 'utf8');
  const start = process.cpuUsage();
  const measure = () => {
    const { user, system } = process.cpuUsage(start);
    return { file, bytes: text.length, cpu: (user + system) / 1e6, memory: process.resourceUsage().maxRSS / 1024 };
  };
  try {
    const imported = await importSource([{ name: file, text }]);
    const measured = measure();
    if (!('text' in imported)) return { ...measured, fault: imported.recognized.why };
    const { ledger, recognized, findings } = imported;
    const source = createSource('page.md', imported.text);
    const { diagnostics, content } = readDocument(source);
    const error = diagnostics.find(({ severity }) => severity === 'error');
    const total = ledger.entries.reduce((sum, entry) => sum + entry.facts, 0);
    const fault =
      error !== undefined
        ? `check: ${error.message}`
        : total !== ledger.facts || ledger.stated + ledger.lost !== total
          ? 'the ledger does not add up'
          : undefined;
    const description = JSON.parse(text) as Description;
    const facts = ledger.entries.flatMap(({ pointer }) => [...listFacts(description, pointer)]);
    return {
      ...measured,
      ...(fault === undefined ? {} : { fault }),
      version: recognized.version,
      facts: ledger.facts,
      stated: ledger.stated,
      recognized: findings.length,
      aspects: content.aspects.flatMap(({ aspect, status }) => (status === 'stated' ? aspect : [])),
      subjects: subjects.map((subject) => [subject.ledger(facts), subject.scan(description)]),
    };
  } catch (error) {
    return {
      ...measure(),
      fault: error instanceof Error ? `${error.message} ${error.stack?.split('\n')[1]?.trim()}` : String(error),
    };
  }
}
