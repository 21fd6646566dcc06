import type { WholePlan } from '../../plan/whole.ts';
import { Html, html } from '../docs/html.ts';
import { describeWorkbench, type WorkbenchOptions } from './data.ts';
import { pageScript, pageScriptHash, pageStyle, pageStyleHash } from './page.generated.ts';

/** The Content-Security-Policy of the workbench: its own style and script, requests to its service, and files that it has read. */
const policy = [
  "default-src 'none'",
  `style-src '${pageStyleHash}'`,
  `script-src '${pageScriptHash}'`,
  "connect-src 'self'",
  'img-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Writes the workbench of a service as one HTML file that needs nothing else. The same plan gives the same text. */
export function writeWorkbench(plan: WholePlan, options: WorkbenchOptions = {}): string {
  const data = JSON.stringify(describeWorkbench(plan, options)).replaceAll('<', '\\u003c');
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="generator" content="Nonet">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${plan.name}: workbench</title>
<style>${new Html(pageStyle)}</style><script>${new Html(pageScript)}</script></head><body>
<noscript>The workbench needs JavaScript.</noscript>
<script type="application/json" id="workbench-data">${new Html(data)}</script></body></html>
`.text;
}
