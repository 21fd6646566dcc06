import type { KnownFinding, Report, ReportedFinding, ReportedRow } from '../report.ts';

const members = ['row', 'check', 'reason', 'until'] as const;

/** Reads a list of known findings from JSON; `wrong` says what is not as it should be. */
export function readBaseline(
  text: string,
): { readonly known: readonly KnownFinding[] } | { readonly wrong: readonly string[] } {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (error) {
    return { wrong: [`it is not JSON: ${(error as Error).message}`] };
  }
  if (!Array.isArray(list)) return { wrong: ['it is not a list of known findings'] };
  const wrong = list.flatMap((entry, at) => explainEntry(entry).map((why) => `entry ${at + 1} ${why}`));
  return wrong.length > 0 ? { wrong } : { known: list as readonly KnownFinding[] };
}

function explainEntry(entry: unknown): readonly string[] {
  if (typeof entry !== 'object' || entry === null) return ['is not an object'];
  const given = entry as Readonly<Record<string, unknown>>;
  const missing = members.filter((name) => typeof given[name] !== 'string' || given[name] === '');
  if (missing.length > 0) return [`needs a text in ${missing.map((name) => `\`${name}\``).join(', ')}`];
  const unknown = Object.keys(given).filter((name) => !members.some((member) => member === name));
  if (unknown.length > 0) return [`has ${unknown.map((name) => `\`${name}\``).join(', ')}, which is not known`];
  const { until } = given as unknown as KnownFinding;
  return isDay(until) ? [] : [`has the end \`${until}\`: write a day such as 2027-01-31`];
}

function isDay(text: string): boolean {
  const moment = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(moment.valueOf()) && moment.toISOString().startsWith(text);
}

/** Names a row without its line. */
export function nameRow({ part, heading, label }: Pick<ReportedRow, 'part' | 'heading' | 'label'>): string {
  return `${heading ?? part} > ${label}`;
}

/**
 * Marks the findings that are known on a day. A row with no other violation has the verdict `known`. Entries that no finding needs any more
 * are listed, unless their row was not tried.
 */
export function applyBaseline(report: Report, known: readonly KnownFinding[], today: string): Report {
  const used = new Set<KnownFinding>();
  const rows = report.rows.map((row): ReportedRow => {
    const findings = row.findings.map((finding): ReportedFinding => {
      const entry = known.find(({ row: name, check }) => name === nameRow(row) && check === finding.check);
      if (entry === undefined) return finding;
      used.add(entry);
      const { reason, until } = entry;
      return until < today ? { ...finding, expired: until } : { ...finding, known: { reason, until } };
    });
    const isKnown =
      row.verdict === 'violated' && findings.every((finding) => finding.flaky || finding.known !== undefined);
    return { ...row, findings, ...(isKnown ? { verdict: 'known' as const } : {}) };
  });
  const proven = new Set(rows.filter(({ verdict }) => verdict === 'proven').map(nameRow));
  const count = rows.filter(({ verdict }) => verdict === 'known').length;
  return {
    ...report,
    rows,
    totals: { ...report.totals, violated: report.totals.violated - count, known: count },
    mended: known.filter((entry) => !used.has(entry) && proven.has(entry.row)),
  };
}

/** Writes the contradictions of a report as known ones: those with an entry keep it, all others get a reason and an end. */
export function formatBaseline({ rows }: Report, fresh: Pick<KnownFinding, 'reason' | 'until'>): string {
  const all = rows.flatMap((row) =>
    row.findings
      .filter(({ flaky }) => !flaky)
      .map(({ check, known }): KnownFinding => ({ row: nameRow(row), check, ...(known ?? fresh) })),
  );
  const unique = new Map(all.map((entry) => [`${entry.row}\n${entry.check}`, entry]));
  return `${JSON.stringify([...unique.values()], null, 2)}\n`;
}
