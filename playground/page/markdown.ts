import { create } from '../../src/describe/docs/page/dom.ts';

/** Shows the Markdown of explanations: paragraphs, lists, bold text and code. All else is text, HTML too. */
export function renderMarkdown(text: string): readonly HTMLElement[] {
  return text.split(/\n{2,}/).flatMap((block) => (block.trim() === '' ? [] : [renderBlock(block.trim())]));
}

function renderBlock(block: string): HTMLElement {
  const lines = block.split('\n');
  const [first = ''] = lines;
  const mark = /^(?:[-*]|\d+\.) /;
  if (mark.test(first)) {
    const items = lines.map((line) => create('li', {}, ...renderInline(line.replace(mark, ''))));
    return /^\d/.test(first) ? create('ol', {}, ...items) : create('ul', {}, ...items);
  }
  const content = lines.flatMap((line, at) => [...(at === 0 ? [] : [create('br')]), ...renderInline(line.trim())]);
  return create('p', {}, ...content);
}

function renderInline(text: string): readonly (Node | string)[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((piece) => {
    if (/^`.+`$/.test(piece)) return create('code', {}, piece.slice(1, -1));
    if (/^\*\*.+\*\*$/.test(piece)) return create('b', {}, piece.slice(2, -2));
    return piece;
  });
}
