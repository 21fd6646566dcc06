import { checks } from '../checks/index.ts';
import type { Report } from '../report.ts';

/** Prints the findings of a report as SARIF 2.1.0, each at its line of the document. */
export function formatSarif({ document, rows }: Report): string {
  const rules = checks.map(({ part, name, says }) => ({ id: `${part}/${name}`, shortDescription: { text: says } }));
  const results = rows.flatMap(({ line, label, findings }) =>
    findings.map(({ check, expected, got, flaky, known, reproduction }) => ({
      ruleId: check,
      level: flaky ? 'note' : 'error',
      message: { text: `${label}: expected ${expected}, found ${got}\n\n${reproduction.join('\n')}` },
      locations: [{ physicalLocation: { artifactLocation: { uri: document }, region: { startLine: line } } }],
      ...(known === undefined ? {} : { suppressions: [{ kind: 'external', justification: known.reason }] }),
      partialFingerprints: { row: `${check} ${label}` },
    })),
  );
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'nonet prove', rules } }, results }],
  };
  return JSON.stringify(log, null, 2);
}
