/** Writes the row of a Markdown table in its canonical form: single spaces around each cell, and one in an empty cell. */
export function formatTableRow(cells: readonly string[]): string {
  return `|${cells.map((cell) => (cell === '' ? ' |' : ` ${cell} |`)).join('')}`;
}

/** Writes a Markdown table: its titles, the row of dashes and its rows. */
export function formatTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  return [titles, titles.map(() => '---'), ...rows].map(formatTableRow).join('\n');
}
