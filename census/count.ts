/** How many descriptions state a part or an aspect. */
export interface Count {
  readonly name: string;
  readonly part: string;
  readonly count: number;
}

/** Writes a share with one digit where whole percents would hide it. */
export function toPercent(count: number, all: number): string {
  const share = (100 * count) / Math.max(1, all);
  if (share > 0 && share < 0.1) return '< 0.1 %';
  const isEdge = (share > 0 && share < 10) || (share > 99 && share < 100);
  return `${isEdge ? share.toFixed(1) : Math.round(share)} %`;
}
