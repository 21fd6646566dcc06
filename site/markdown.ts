import hljs from 'highlight.js/lib/common';
import MarkdownIt from 'markdown-it';

/** A heading below the title of a page. */
export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

/** A page as HTML. */
export interface Rendered {
  readonly html: string;
  readonly headings: readonly Heading[];
}

/** Languages of blocks, as highlight.js calls them; others are shown plain. */
const languages: Readonly<Record<string, string>> = {
  ts: 'typescript',
  js: 'javascript',
  sh: 'bash',
  md: 'markdown',
  markdown: 'markdown',
  json: 'json',
  yaml: 'yaml',
  ini: 'ini',
  cel: 'javascript',
  sql: 'sql',
};

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Highlights a text; `language` is the first word after the fence. */
export function highlight(text: string, language: string): string {
  if (language === 'console') return highlightConsole(text);
  const name = languages[language];
  if (name === undefined) return escapeHtml(text);
  const html = hljs.highlight(text, { language: name, ignoreIllegals: true }).value;
  return name === 'markdown' ? dimTables(html) : html;
}

/** Cells stand out from the bars between them. */
function dimTables(html: string): string {
  return html
    .split('\n')
    .map((line) => {
      if (/^\|[ |:-]+$/.test(line)) return `<span class="bar">${line}</span>`;
      return line.startsWith('|') ? line.replaceAll(/ ?\|(?: |$)/g, (bar) => `<span class="bar">${bar}</span>`) : line;
    })
    .join('\n');
}

/** Commands after `$ ` stand out from what they print. */
function highlightConsole(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      line.startsWith('$ ')
        ? `<span class="prompt">$ </span><span class="command">${escapeHtml(line.slice(2))}</span>`
        : `<span class="printed">${escapeHtml(line)}</span>`,
    )
    .join('\n');
}

/** The anchor of a heading, as GitHub forms it. */
export function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}

/** Renders Markdown; `link` turns the target of each link and picture into that of the site. */
export function render(text: string, link: (href: string) => string): Rendered {
  const markdown = new MarkdownIt({ html: false, linkify: false });
  const headings: Heading[] = [];
  const taken = new Map<string, number>();
  markdown.renderer.rules.text = (tokens, at) => escapeHtml(tokens[at]!.content).replaceAll('&lt;br&gt;', '<br>');
  markdown.renderer.rules.fence = (tokens, at) => {
    const { info, content } = tokens[at]!;
    const [language = '', name] = info.trim().split(/\s+/);
    const label = name?.includes('.') === true ? name : language === 'console' || language === 'sh' ? 'Terminal' : '';
    const head = label === '' ? '' : `<span class="label">${escapeHtml(label)}</span>`;
    return `<div class="block">${head}<pre tabindex="0"><code>${highlight(content.replace(/\n$/, ''), language)}</code></pre></div>\n`;
  };
  markdown.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>\n';
  markdown.renderer.rules.table_close = () => '</table></div>\n';
  const tokens = markdown.parse(withoutComments(text), {});
  tokens.forEach((token, at) => {
    if (token.type === 'heading_open') {
      const inline = tokens[at + 1]!;
      const plain = (inline.children ?? []).map(({ content }) => content).join('');
      const name = toAnchor(plain);
      const count = taken.get(name) ?? 0;
      taken.set(name, count + 1);
      const id = count === 0 ? name : `${name}-${count}`;
      token.attrSet('id', id);
      headings.push({ level: Number(token.tag.slice(1)), id, text: plain });
    }
    for (const child of token.children ?? []) {
      for (const name of ['href', 'src']) {
        const value = child.attrGet(name);
        if (value !== null) child.attrSet(name, link(String(value)));
      }
      if (child.type === 'image') child.attrSet('loading', 'lazy');
    }
  });
  const html = markdown.renderer
    .render(tokens, markdown.options, {})
    .replaceAll(
      /<(h[2-4]) id="([^"]*)">([\s\S]*?)<\/\1>/g,
      (_, tag, id, inner) =>
        `<${tag} id="${id}">${inner}<a class="anchor" href="#${id}" aria-label="Link to this section">#</a></${tag}>`,
    );
  return { html, headings };
}

/** Takes out comments that are not in a code block. */
function withoutComments(text: string): string {
  return text
    .split(/^( *```[\s\S]*?^ *```.*$)/m)
    .map((piece, at) => (at % 2 === 1 ? piece : piece.replaceAll(/<!--[\s\S]*?-->\n?/g, '')))
    .join('');
}
