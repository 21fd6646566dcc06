import type { Nodes, Parents } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { fillSlot, fillSlots, type MarkedText, mark, type Slot } from './slots.ts';
import type { EmailValues } from './values.ts';

/** Writes the HTML of an email with its values. */
export type WriteHtml = (subject: string, values: EmailValues) => string;

interface Filling {
  readonly slots: readonly Slot[];
  readonly values: EmailValues;
  /** Text inside a link has no links. */
  readonly linked?: true;
}

/**
 * Parses the Markdown of an email once. Values are written into its text and into the targets of its links, always escaped: no value becomes
 * Markdown or HTML. HTML of the document is shown as text.
 */
export function createHtmlWriter({ marked, slots }: MarkedText): WriteHtml {
  const tree = fromMarkdown(marked);
  return (subject, values) => {
    const body = tree.children.map((node) => render(node, { slots, values })).join('\n');
    const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title>`;
    return /* not a message */ `<!DOCTYPE html>\n<html>\n<head>${head}</head>\n<body>\n${body}\n</body>\n</html>\n`;
  };
}

function renderAll({ children }: Parents, filling: Filling): string {
  return children.map((node) => render(node, filling)).join('');
}

function render(node: Nodes, filling: Filling): string {
  switch (node.type) {
    case 'paragraph':
      return `<p>${renderAll(node, filling)}</p>`;
    case 'heading':
      return `<h${node.depth}>${renderAll(node, filling)}</h${node.depth}>`;
    case 'emphasis':
      return `<em>${renderAll(node, filling)}</em>`;
    case 'strong':
      return `<strong>${renderAll(node, filling)}</strong>`;
    case 'blockquote':
      return `<blockquote>${renderAll(node, filling)}</blockquote>`;
    case 'list': {
      const name = node.ordered === true ? 'ol' : 'ul';
      const start = node.ordered === true && (node.start ?? 1) !== 1 ? ` start="${node.start}"` : '';
      const items = node.children.map((item) => `<li>${renderItem(item, item.spread === true, filling)}</li>`);
      return `<${name}${start}>${items.join('')}</${name}>`;
    }
    case 'inlineCode':
      return `<code>${escapeHtml(fillSlots(node.value, filling.slots, filling.values))}</code>`;
    case 'code':
      return `<pre>${escapeHtml(fillSlots(node.value, filling.slots, filling.values))}</pre>`;
    case 'break':
      return '<br>';
    case 'thematicBreak':
      return '<hr>';
    case 'link': {
      const children = renderAll(node, { ...filling, linked: true });
      return renderLink(fillSlots(node.url, filling.slots, filling.values), children);
    }
    case 'image':
      return renderText(node.alt ?? '', filling);
    case 'text':
    case 'html':
      return filling.linked === true ? renderText(node.value, filling) : renderWithLinks(node.value, filling);
    default:
      return 'children' in node ? renderAll(node, filling) : '';
  }
}

/** The paragraphs of an item of a tight list are lines. */
function renderItem(item: Parents, isLoose: boolean, filling: Filling): string {
  return item.children
    .map((child) => (child.type === 'paragraph' && !isLoose ? renderAll(child, filling) : render(child, filling)))
    .join('\n');
}

const bareUrl = /https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]]/gi;

/** URLs in the text of the document are links; URLs in values are not. */
function renderWithLinks(text: string, filling: Filling): string {
  let html = '';
  let from = 0;
  for (const { 0: url, index } of text.matchAll(bareUrl)) {
    html += renderText(text.slice(from, index), filling);
    html += renderLink(fillSlots(url, filling.slots, filling.values), renderText(url, filling));
    from = index + url.length;
  }
  return html + renderText(text.slice(from), filling);
}

/** A link to anything but a web page or an address is its text alone. */
function renderLink(url: string, children: string): string {
  const target = url.trim();
  return /^(?:https?:\/\/|mailto:)[^\s\p{Cc}]+$/iu.test(target)
    ? `<a href="${escapeHtml(target)}">${children}</a>`
    : children;
}

function renderText(text: string, { slots, values }: Filling): string {
  return text
    .split(mark)
    .map((piece, at) => {
      if (at % 2 === 0) return escapeHtml(piece);
      return escapeHtml(fillSlot(slots[Number(piece)]!, values)).replaceAll('\n', '<br>\n');
    })
    .join('');
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => signs[sign]!);
}
