import type { Report } from '../report.ts';
import { formatText } from './text.ts';

/** The formats of reports. */
export const reportFormats = ['text', 'json'] as const;

export type ReportFormat = (typeof reportFormats)[number];

/** Facts that some formats need next to the report. */
export interface PrintOptions {
  readonly isWhole: boolean;
  /** The text of the document. */
  readonly text: string;
}

type Print = (report: Report, options: PrintOptions) => string;

const printers: Readonly<Record<ReportFormat, Print>> = {
  text: (report, options) => formatText(report, options).join('\n'),
  json: (report) => JSON.stringify(report, null, 2),
};

/** Prints a report in a format. */
export function formatReport(report: Report, format: ReportFormat, options: PrintOptions): string {
  return printers[format](report, options);
}
