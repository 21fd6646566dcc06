import { findAll, isHidden, readText } from './dom.ts';
import { createCopyButton } from './panels.ts';
import { isAuthorsView } from './view.ts';

/** Adds to the heading of each section a button that copies it as Markdown. */
export function prepareCopying(): void {
  for (const section of findAll('section[id]')) {
    const heading = section.querySelector<HTMLElement>('h2, h3');
    if (heading === null || heading.closest('section[id]') !== section) continue;
    const button = createCopyButton(() => writeMarkdown(section), 'Copy as Markdown');
    button.className = 'copy';
    button.setAttribute('aria-label', `Copy as Markdown: ${readText(heading)}`);
    heading.append(' ', button);
  }
}

/** Writes an element of the page as Markdown. */
export function writeMarkdown(element: Element): string {
  return `${writeBlocks(element)
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}

function writeBlocks(element: Element): string {
  return [...element.children].map(writeBlock).join('');
}

function writeBlock(element: Element): string {
  if (element.matches('button, svg, .dia, .tools, .console, .all, [role=tablist]') || isHidden(element)) return '';
  const level = /^H([1-6])$/.exec(element.tagName)?.[1];
  if (level !== undefined) return `\n\n${'#'.repeat(Number(level))} ${writeInline(element)}\n\n`;
  switch (element.tagName) {
    case 'P':
      return `${writeInline(element)}\n\n`;
    case 'PRE':
      return `\`\`\`\n${element.textContent ?? ''}\n\`\`\`\n\n`;
    case 'UL':
    case 'OL':
      return `${[...element.children].map((item) => `- ${writeInline(item)}\n`).join('')}\n`;
    case 'TABLE':
      return writeTable(element);
    case 'DL':
      return `${findAll('div', element)
        .map((row) => `- ${readText(row.querySelector('dt'))}: ${writeInline(row.querySelector('dd'))}\n`)
        .join('')}\n`;
    default:
      if (element.classList.contains('f')) return `- ${writeInline(element)}\n`;
      if (element.classList.contains('src'))
        return [...element.children].map((line) => `${line.textContent ?? ''}\n`).join('');
      return writeBlocks(element);
  }
}

function writeTable(table: Element): string {
  const lines = findAll('th', table).findIndex((cell) => cell.classList.contains('n'));
  const left = isAuthorsView() ? -1 : lines;
  const rows = findAll('tr', table).map((row) => {
    const cells = [...row.children].filter((_, at) => at !== left);
    return cells.map((cell) => writeInline(cell).replaceAll('|', '\\|'));
  });
  const [head = '', ...body] = rows.map((cells) => `| ${cells.join(' | ')} |`);
  const columns = rows[0]?.length ?? 0;
  const caption = readText(table.querySelector('caption'));
  return `${caption === '' ? '' : `${caption}:\n\n`}${[head, `|${' --- |'.repeat(columns)}`, ...body].join('\n')}\n\n`;
}

function writeInline(node: Node | null): string {
  if (node === null) return '';
  const text = [...node.childNodes].map((child): string => {
    if (child instanceof Text) return child.data;
    if (!(child instanceof Element) || child.matches('button, svg') || isHidden(child)) return '';
    if (child.tagName === 'CODE') return `\`${readText(child)}\``;
    if (child.classList.contains('l')) return isAuthorsView() ? `(line ${child.textContent ?? ''})` : '';
    if (child.classList.contains('req')) return ' (required)';
    if (child.tagName === 'SUMMARY') return `${writeInline(child)}: `;
    return child.matches('div, li, p, span.ty') ? ` ${writeInline(child)} ` : writeInline(child);
  });
  return text.join('').replace(/\s+/g, ' ').trim();
}
