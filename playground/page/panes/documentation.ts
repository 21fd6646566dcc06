import { create } from '../../../src/describe/docs/page/dom.ts';
import type { Remote } from '../../workers/calls.ts';
import type { LanguageFunctions } from '../../workers/protocol.ts';
import type { Played } from '../played.ts';
import type { Pane } from '../tabs.ts';
import type { Workspace } from '../workspace.ts';
import type { GoToLine } from './lines.ts';

/** A script for the page, and its hash in a Content-Security-Policy; the build writes them. */
declare const insideScript: string;
declare const insideHash: string;

/** Milliseconds without an edit before the page is written again. */
const quiet = 500;

/** Creates the pane that shows the documentation page of the document, in a sandbox. */
export function createDocumentationPane(
  workspace: Workspace,
  language: Remote<LanguageFunctions>,
  played: Played,
  goToLine: GoToLine,
): Pane {
  const note = create('p', { class: 'note', role: 'status' });
  const holder = create('div', { class: 'page' });
  const element = create('section', { class: 'documentation' }, note, holder);
  let shown = '';
  const show = async (): Promise<void> => {
    if (element.hidden) return;
    const { text } = workspace;
    const theme = document.documentElement.dataset.theme ?? '';
    const result = await language.describe(text, played.find(text));
    if (text !== workspace.text) return;
    note.textContent = 'reason' in result ? result.reason : '';
    note.hidden = note.textContent === '';
    if ('reason' in result) return;
    const html = addScript(theme === '' ? result.html : result.html.replace('<html ', `<html data-theme="${theme}" `));
    if (html === shown) return;
    shown = html;
    showPage(holder, html);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  workspace.onChecked(() => {
    clearTimeout(timer);
    timer = setTimeout(() => void show(), quiet);
  });
  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    const isOwn = [...holder.querySelectorAll('iframe')].some((frame) => frame.contentWindow === source);
    const line = isOwn && typeof data === 'object' && data !== null && 'line' in data ? data.line : undefined;
    if (typeof line === 'number') goToLine(line);
  });
  played.onChange(() => void show());
  new MutationObserver(() => void show()).observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return { id: 'documentation', title: 'Documentation', element, show: () => void show() };
}

/** Adds the script by which links work, and lets the policy of the page accept it. */
function addScript(html: string): string {
  return html
    .replace("script-src '", `script-src '${insideHash}' '`)
    .replace('</head>', () => `<script>${insideScript}</script></head>`);
}

/** Replaces the page that is seen when the new one is loaded. Its script runs, apart from this page and its storage. */
function showPage(holder: HTMLElement, html: string): void {
  const frame = create('iframe', { title: 'Documentation of the service', sandbox: 'allow-scripts', srcdoc: html });
  frame.addEventListener('load', () => {
    for (const other of [...holder.children]) if (other !== frame) other.remove();
  });
  holder.append(frame);
}
