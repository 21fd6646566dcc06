import type { Report, ReportedFinding } from '../report.ts';

/** Prints a report as JUnit XML: a suite for each part, a test case for each row; a row that is not proven is skipped. */
export function formatJunit({ document, name, rows, totals }: Report): string {
  const parts = Map.groupBy(rows, ({ part }) => part);
  const suites = [...parts].flatMap(([part, own]) => {
    const violated = own.filter(({ verdict }) => verdict === 'violated').length;
    const skipped = own.filter(({ verdict }) => verdict === 'not proven' || verdict === 'known').length;
    return [
      `  <testsuite name="${escapeXml(part)}" tests="${own.length}" failures="${violated}" skipped="${skipped}">`,
      ...own.flatMap(({ line, label, verdict, reasons, findings }) => {
        const open = `    <testcase name="${escapeXml(`${line}: ${label}`)}" classname="${escapeXml(`${name}.${part}`)}" file="${escapeXml(document)}" line="${line}"`;
        if (verdict === 'proven') return [`${open}/>`];
        const inside =
          verdict === 'violated'
            ? findings.map(formatFailure)
            : [`      <skipped message="${escapeXml([...findings.flatMap(explainKnown), ...reasons].join('; '))}"/>`];
        return [`${open}>`, ...inside, '    </testcase>'];
      }),
      '  </testsuite>',
    ];
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escapeXml(name)}" tests="${totals.rows}" failures="${totals.violated}" skipped="${totals.notProven + (totals.known ?? 0)}">`,
    ...suites,
    '</testsuites>',
  ].join('\n');
}

function explainKnown({ known, expected, got }: ReportedFinding): readonly string[] {
  return known === undefined
    ? []
    : [`known until ${known.until}: ${known.reason} (expected ${expected}, found ${got})`];
}

function formatFailure({ expected, got, check, reproduction }: ReportedFinding): string {
  const message = `expected ${expected}, found ${got}`;
  return `      <failure message="${escapeXml(message)}" type="${escapeXml(check)}">${escapeXml(reproduction.join('\n'))}</failure>`;
}

/** Escapes a text for XML 1.0 and HTML; control characters, which XML cannot hold, become a sign. */
export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
}
