import { writeFileSync } from 'node:fs';
import type { Line } from './table.ts';

const file = new URL('../docs/pictures/bench.svg', import.meta.url);
const [width, left, top, bar, gap] = [760, 90, 78, 16, 18] as const;
const room = width - left - 90;
const colors = ['#2f6feb', '#8b949e', '#c9a227', '#7a6ff0', '#3fa37a'];

const text = (x: number, y: number, size: number, words: string, more = ''): string =>
  `<text x="${x}" y="${y}" font-size="${size}"${more}>${words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`;

/** Draws the requests per second of CPU of each server, for each operation in parts of the fastest server. */
export function drawingOf(lines: readonly Line[], titles: ReadonlyMap<string, string>): string {
  const servers = lines[0]!.medians.map(({ target }) => target);
  const high = servers.length * bar + gap;
  const height = top + lines.length * high + 8;
  const legend = servers.map((name, i) => {
    const x = left + i * 215;
    return `<rect x="${x}" y="42" width="12" height="12" fill="${colors[i]}"/>${text(x + 18, 53, 13, titles.get(name)!)}`;
  });
  const groups = lines.map(({ operation, medians }, row) => {
    const y = top + row * high;
    const most = Math.max(...medians.map(({ perCpuSecond }) => perCpuSecond));
    const bars = medians.map(({ perCpuSecond }, i) => {
      const long = Math.round((perCpuSecond / most) * room);
      const at = y + i * bar;
      const figure = Math.round(perCpuSecond).toLocaleString('en');
      return `<rect x="${left}" y="${at}" width="${long}" height="${bar - 3}" fill="${colors[i]}"/>${text(left + long + 6, at + 11, 12, figure)}`;
    });
    return [text(left - 12, y + (medians.length * bar) / 2 + 4, 14, operation, ' text-anchor="end"'), ...bars].join(
      '\n',
    );
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" role="img" aria-label="Requests per second of CPU">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/><g fill="#1f2328">`,
    text(left, 26, 16, 'Requests per second of CPU: more is better'),
    ...legend,
    ...groups,
    '</g></svg>',
    '',
  ].join('\n');
}

/** Writes the drawing to `docs/pictures/bench.svg`. */
export function writeDrawing(lines: readonly Line[], titles: ReadonlyMap<string, string>): void {
  writeFileSync(file, drawingOf(lines, titles));
}
