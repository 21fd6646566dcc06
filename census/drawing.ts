import { type Count, toPercent } from './count.ts';

const [width, left, top, row, gap] = [760, 330, 56, 20, 10] as const;
const room = width - left - 70;
const colors = ['#2f6feb', '#3fa37a', '#c9a227', '#7a6ff0', '#d1495b', '#8b949e', '#b5651d', '#00798c', '#5b5f97'];

const text = (x: number, y: number, size: number, words: string, more = ''): string =>
  `<text x="${x}" y="${y}" font-size="${size}"${more}>${words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`;

/** Draws how many descriptions state each aspect, by part. */
export function drawCensus(counts: readonly Count[], all: number): string {
  const parts = [...new Set(counts.map(({ part }) => part))];
  let y = top;
  const bars = parts.flatMap((part, index) => {
    const own = counts.filter((count) => count.part === part);
    const drawn = own.map(({ name, count }) => {
      const long = Math.round((count / Math.max(1, all)) * room);
      const figure = toPercent(count, all);
      const line = `<rect x="${left}" y="${y}" width="${Math.max(1, long)}" height="${row - 5}" fill="${colors[index]}"/>${text(left + long + 6, y + 12, 12, figure)}${text(left - 12, y + 12, 13, name, ' text-anchor="end"')}`;
      y += row;
      return line;
    });
    const title = text(14, y - (own.length * row) / 2 - 2, 12, part, ` fill="${colors[index]}"`);
    y += gap;
    return [title, ...drawn];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y + 8}" font-family="system-ui, sans-serif" role="img" aria-label="Aspects that API descriptions state">`,
    `<rect width="${width}" height="${y + 8}" fill="#ffffff"/><g fill="#1f2328">`,
    text(14, 28, 16, `What ${all.toLocaleString('en')} published API descriptions state of each aspect`),
    ...bars,
    '</g></svg>',
    '',
  ].join('\n');
}
