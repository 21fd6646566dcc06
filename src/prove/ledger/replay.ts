import { isObject } from '../../plan/fields/is-object.ts';
import type { ReplayedFinding, Report } from '../report.ts';
import type { EndedCase } from '../run.ts';
import { nameRow } from './baseline.ts';

/** A finding of an earlier report: its row, and the check whose requests showed it. */
export interface EarlierFinding {
  readonly row: string;
  readonly check: string;
  readonly about: string;
  readonly by: { readonly check: string; readonly about: string };
}

/** The findings of an earlier report, and the number that the values of its requests began with. */
export interface Earlier {
  readonly seed: number;
  readonly findings: readonly EarlierFinding[];
}

/** Reads the findings of a report in JSON; `wrong` says why it is not one. */
export function readEarlier(text: string): Earlier | { readonly wrong: string } {
  let report: unknown;
  try {
    report = JSON.parse(text);
  } catch (error) {
    return { wrong: `it is not JSON: ${(error as Error).message}` };
  }
  if (!isObject(report) || !Array.isArray(report.rows)) return { wrong: 'it has no list `rows`' };
  const { seed, rows } = report;
  if (!Number.isSafeInteger(seed) || (seed as number) < 0) return { wrong: 'its `seed` is not a number' };
  const findings: EarlierFinding[] = [];
  for (const [at, row] of (rows as readonly unknown[]).entries()) {
    const place = `row ${at + 1}`;
    if (!isObject(row) || !isText(row.part) || !isText(row.label) || !Array.isArray(row.findings))
      return { wrong: `${place} needs \`part\`, \`label\` and \`findings\`` };
    if (row.heading !== undefined && !isText(row.heading))
      return { wrong: `the \`heading\` of ${place} is not a text` };
    const { part, label, heading } = row as unknown as Parameters<typeof nameRow>[0];
    for (const finding of row.findings as readonly unknown[]) {
      if (!isCase(finding) || (finding.by !== undefined && !isCase(finding.by)))
        return { wrong: `a finding of ${place} needs \`check\` and \`about\`` };
      const { check, about, by = { check, about } } = finding;
      const own = { part, label, ...(heading === undefined ? {} : { heading }) };
      findings.push({ row: nameRow(own), check, about, by: { check: by.check, about: by.about } });
    }
  }
  return { seed: seed as number, findings };
}

interface StatedCase {
  readonly check: string;
  readonly about: string;
  readonly by?: StatedCase;
}

function isCase(value: unknown): value is StatedCase {
  return isObject(value) && isText(value.check) && isText(value.about);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Follows the cases of an earlier report through a run. */
export function createReplay({ findings }: Earlier) {
  const toKey = ({ check, about }: EarlierFinding['by']): string => `${check}\n${about}`;
  const wanted = new Set(findings.map(({ by }) => toKey(by)));
  const rows = new Set(findings.map(({ row }) => row));
  const outcomes = new Map<string, EndedCase['outcome']>();
  return {
    wants: (check: string, about: string): boolean => wanted.has(toKey({ check, about })),
    /** Whether a row has a finding. */
    shows: (row: Parameters<typeof nameRow>[0]): boolean => rows.has(nameRow(row)),
    async ended(one: EndedCase): Promise<undefined> {
      outcomes.set(toKey(one), one.outcome);
    },
    /** Adds the verdict on each finding to the report of the run. */
    judge(report: Report): Report {
      const replayed = findings.map((finding): ReplayedFinding => {
        const { row, check, about, by } = finding;
        const of = { row, check, about };
        const now = report.rows.find((one) => nameRow(one) === row);
        if (now?.findings.some((one) => one.check === check) === true) return { ...of, verdict: 'violated' };
        const outcome = outcomes.get(toKey(by));
        if (outcome?.kind === 'unreached') return { ...of, verdict: 'not proven', reason: outcome.why };
        if (outcome !== undefined && now !== undefined) return { ...of, verdict: 'proven' };
        const reason = now === undefined ? 'the document has no such row' : 'the check was not tried';
        return { ...of, verdict: 'not proven', reason };
      });
      return { ...report, replayed };
    },
  };
}
