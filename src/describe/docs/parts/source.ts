import { type Html, html } from '../html.ts';

/** Writes the text of the document, each line with its number: the place that all lines of the page link to. */
export function renderSource(name: string, text: string): Html {
  const lines = text.replace(/\n$/, '').split(/\r\n|\n|\r/);
  return html`<section id="source" class="part"><h2>The document</h2><p class="lead">This page is generated from <code>${name}</code>. Line numbers such as <span class="l">12</span> link to it.</p><div class="src" tabindex="0" role="region" aria-label="Text of the document">${lines.map(
    (line, at) => html`<div id="line-${at + 1}">${line}</div>`,
  )}</div></section>`;
}
