import type { Nodes, Parents } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import type { MarkdownPlan } from '../../plan/documentation.ts';
import { type Html, html } from './html.ts';

/** Writes paragraphs, lists and code of the document. HTML in them is shown as text, and images by their description. */
export function renderProse(prose: readonly MarkdownPlan[] | undefined): Html {
  return html`${(prose ?? []).map(({ text }) => renderNode(fromMarkdown(text)))}`;
}

/** Writes Markdown of one line: a cell Meaning. */
export function renderInline(text: string | undefined): Html {
  if (text === undefined) return html``;
  return html`${fromMarkdown(text).children.map((block) => (block.type === 'paragraph' ? renderChildren(block) : renderNode(block)))}`;
}

function renderChildren({ children }: Parents): Html {
  return html`${children.map(renderNode)}`;
}

function renderNode(node: Nodes): Html {
  switch (node.type) {
    case 'root':
      return renderChildren(node);
    case 'paragraph':
      return html`<p>${renderChildren(node)}</p>`;
    case 'emphasis':
      return html`<em>${renderChildren(node)}</em>`;
    case 'strong':
      return html`<strong>${renderChildren(node)}</strong>`;
    case 'heading':
      return html`<p><strong>${renderChildren(node)}</strong></p>`;
    case 'blockquote':
      return html`<blockquote>${renderChildren(node)}</blockquote>`;
    case 'list':
      return node.ordered === true ? html`<ol>${renderChildren(node)}</ol>` : html`<ul>${renderChildren(node)}</ul>`;
    case 'listItem':
      return html`<li>${renderItem(node)}</li>`;
    case 'inlineCode':
      return html`<code>${node.value}</code>`;
    case 'code':
      return html`<pre class="prose">${node.value}</pre>`;
    case 'break':
      return html`<br>`;
    case 'thematicBreak':
      return html`<hr>`;
    case 'link':
      return isSafe(node.url) ? html`<a href="${node.url}">${renderChildren(node)}</a>` : renderChildren(node);
    case 'image':
      return html`${node.alt ?? ''}`;
    case 'text':
    case 'html':
      return html`${node.value}`;
    default:
      return 'children' in node ? renderChildren(node) : html``;
  }
}

/** An item of one paragraph is written on its line. */
function renderItem(item: Parents): Html {
  const [only, ...others] = item.children;
  return only?.type === 'paragraph' && others.length === 0 ? renderChildren(only) : renderChildren(item);
}

/** Only pages, addresses of mail and places of the page itself are linked: no script is. */
function isSafe(url: string): boolean {
  return /^(https?:\/\/|mailto:|#)/i.test(url);
}
