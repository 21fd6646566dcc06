import type { AspectStatus, CellGap } from '../markdown/content.ts';
import { getLineNumber } from '../text/location.ts';
import { grammars } from './grammars.ts';
import type { Service } from './service.ts';

/** The ledger of what a document states and what it leaves open, as `nonet gaps --json` prints it. */
export interface Ledger {
  readonly aspects: readonly {
    readonly part: string;
    readonly aspect: string;
    readonly status: AspectStatus['status'];
    readonly line: number | null;
  }[];
  readonly cells: readonly {
    readonly part: string;
    readonly subject: string;
    readonly column: string;
    readonly line: number;
  }[];
  readonly counts: {
    readonly stated: number;
    readonly none: number;
    readonly notShown: number;
    readonly missing: number;
  };
}

/** Makes the ledger; `derived` are gaps that follow from the document's facts (a condition that no Errors row covers). */
export function createLedger(service: Service, derived: readonly CellGap[]): Ledger {
  const count = (status: AspectStatus['status']): number =>
    service.aspects.filter((aspect) => aspect.status === status).length;
  return {
    aspects: service.aspects.map(({ part, aspect, status, span }) => ({
      part,
      aspect,
      status,
      line: span === undefined ? null : getLineNumber(service.source, span),
    })),
    cells: [...service.cellGaps, ...derived].map(({ part, subject, column, span }) => ({
      part,
      subject,
      column,
      line: getLineNumber(service.source, span),
    })),
    counts: {
      stated: count('stated'),
      none: count('none'),
      notShown: count('not shown'),
      missing: count('missing'),
    },
  };
}

/** How many gaps a ledger holds: aspects not shown or missing, and cells. */
export function countGaps(ledger: Ledger): number {
  return ledger.counts.notShown + ledger.counts.missing + ledger.cells.length;
}

/** A gap of a cell as it is printed under its part: the subject is left out where it is the part itself. */
export function formatCellName({ part, subject, column }: { part: string; subject: string; column: string }): string {
  const itself = grammars.some(({ part: name, title }) => name === part && title === subject);
  return itself ? column : `${subject}: ${column}`;
}
