import type { Report } from '../report.ts';
import { formatCtrf, type RunTime } from './ctrf.ts';
import { formatHtml } from './html.ts';
import { formatJunit } from './junit.ts';
import { formatSarif } from './sarif.ts';
import { formatText } from './text.ts';

/** The formats of reports. */
export const reportFormats = ['text', 'json', 'junit', 'sarif', 'ctrf', 'html'] as const;

export type ReportFormat = (typeof reportFormats)[number];

/** Facts that some formats need next to the report. */
export interface PrintOptions {
  readonly isWhole: boolean;
  /** The text of the document. */
  readonly text: string;
  readonly time: RunTime;
}

type Print = (report: Report, options: PrintOptions) => string;

const printers: Readonly<Record<ReportFormat, Print>> = {
  text: (report, options) => formatText(report, options).join('\n'),
  json: (report) => JSON.stringify(report, null, 2),
  junit: (report) => formatJunit(report),
  sarif: (report) => formatSarif(report),
  ctrf: (report, { time }) => formatCtrf(report, time),
  html: (report, { text }) => formatHtml(report, text),
};

/** Prints a report in a format. */
export function formatReport(report: Report, format: ReportFormat, options: PrintOptions): string {
  return printers[format](report, options);
}
