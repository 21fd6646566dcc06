import { getFileForm, getReturnedContent } from '../../plan/files/file-bodies.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { Plan } from '../../plan/plan.ts';
import { present } from '../../text/present.ts';
import { nameStart } from '../examples/start.ts';
import { formType } from '../form-body.ts';
import { findRequestType } from '../requests.ts';
import { describeSession } from '../session.ts';
import { toFragment } from './anchors.ts';
import { listImageSources, renderBrandHead, renderLogo, renderWebsite } from './brand.ts';
import type { DocsInput } from './context.ts';
import { type Context, createContext } from './context.ts';
import { Html, html } from './html.ts';
import { findIdentity, listPathResources, listPathVariables } from './operation/identities.ts';
import { pageScript, pageScriptHash, pageStyle, pageStyleHash } from './page.generated.ts';
import { renderHero } from './parts/hero.ts';
import { listSections, processing, renderProcessing, renderSection, type Section, type SectionEntry } from './parts.ts';

export type { DocsInput } from './context.ts';

/** The Content-Security-Policy of the page: its own style and script, images in it, requests to the service that serves it, and nothing else. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src '${pageStyleHash}'`,
  `script-src '${pageScriptHash}'`,
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The Content-Security-Policy of a page: also its logo, and a worker of its own origin if the service can run in it. */
function writePolicy({ plan, input }: Context): string {
  const policy = pagePolicy.replace('img-src data:', `img-src ${listImageSources(plan)}`);
  return input.serviceFile === undefined ? policy : `${policy}; worker-src 'self'`;
}

const head = '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="generator" content="Nonet">';

/** Returns whether a file that begins so is a page that was written here. */
export function isDocs(start: string): boolean {
  return start.startsWith(head);
}

/** Writes the documentation of a service as one HTML file that needs nothing else. The same input gives the same text. */
export function describeDocs(input: DocsInput): string {
  const context = createContext(input);
  const sections = listSections(context.plan);
  return head + renderPage(context, sections).text;
}

function renderPage(context: Context, sections: readonly Section[]): Html {
  const { plan, input } = context;
  const parts = sections.map((section, at) => renderSection(context, section, at + 1));
  return html`<meta http-equiv="Content-Security-Policy" content="${writePolicy(context)}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
${renderBrandHead(plan)}
<style>${raw(pageStyle)}</style><script>${raw(pageScript)}</script></head><body>
<a class="skip" href="#main">Skip to the content</a>
${renderNavigation(context, sections)}
<main id="main" tabindex="-1">${renderHero(context)}${parts}${renderProcessing(context)}${input.plan.text !== undefined && renderSource(plan.document.replace(/^.*[\\/]/, ''), input.plan.text)}
<footer><p>Written by Nonet from ${plan.document.replace(/^.*[\\/]/, '')} <code>${plan.digest}</code>${plan.purpose.website !== undefined && html` · ${renderWebsite(plan)}`}</p></footer></main>
<script type="application/json" id="page-data">${renderData(plan, input)}</script></body></html>
`;
}

/** Text that is HTML as it is: the page's own style and script, and data that cannot end its element. */
function raw(text: string): Html {
  return new Html(text);
}

function renderNavigation({ plan, input, common }: Context, sections: readonly Section[]): Html {
  const parts = sections.map(
    ({ id, title, isStated, entries }, at) =>
      html`<li${!isStated && html` class="au"`}><a href="#${id}"><span class="no au">${at + 1}</span>${title}</a>${
        entries.length > 0 && html`<ul${id === 'errors' && html` class="long"`}>${renderEntries(entries)}</ul>`
      }</li>
`,
  );
  return html`<nav id="nav" aria-label="Contents"><p class="brand"><a href="#main">${renderLogo(plan)}${plan.name}</a></p><ol>${parts}${common.size > 0 && html`<li><a href="#${processing.id}"><span class="no au">·</span>${processing.title}</a></li>`}${input.plan.text !== undefined && html`<li class="au"><a href="#source"><span class="no au">·</span>The document</a></li>`}</ol></nav>`;
}

/** Writes the entries of a part, those of each group below its name; a single group needs none. */
function renderEntries(entries: readonly SectionEntry[]): readonly Html[] {
  const isGrouped = new Set(entries.map(({ group }) => group)).size > 1;
  return entries.map(({ id, title, method, group }, at) => {
    const isFirst = isGrouped && group !== entries[at - 1]?.group;
    return html`${isFirst && html`<li class="g">${group}</li>`}<li><a href="${toFragment(id)}">${method !== undefined && html`<span class="m ${method}">${method}</span>`}${title}</a></li>`;
  });
}

/** Writes the data of the page's script: how to send a request of each operation. */
function renderData(plan: Plan, { serviceFile: file }: DocsInput): Html {
  // The form of the page sends and shows texts.
  const tried = plan.operations.filter(
    (operation) => getFileForm(operation.input) === undefined && getReturnedContent(operation) === undefined,
  );
  const operations = tried.map(
    ({
      name,
      kind,
      method,
      path,
      parameters,
      idempotency,
      preconditions,
      input,
      resource,
      session,
      issues,
      responses,
      exchange,
      segments,
    }) => ({
      name,
      method,
      path: plan.base.prefix + path,
      query: parameters.filter((parameter) => parameter.in === 'query').map((parameter) => parameter.name),
      headers: [
        ...parameters.filter((parameter) => parameter.in === 'header').map((parameter) => parameter.name),
        ...(idempotency === undefined ? [] : [idempotency.header]),
        ...preconditions.map(({ header }) => header),
        ...plan.versioning.placements.flatMap(({ in: place, name }) => (place === 'header' ? (name ?? []) : [])),
      ],
      body: input !== undefined || (exchange?.requestTypes.length ?? 0) > 0,
      ...describeIdentities(plan, present({ segments, resource })),
      ...describeForm(exchange),
      ...describeSession({ session, issues, responses, input }),
      ...(file === undefined ? {} : describeRunning(plan, { segments, kind, ...present({ resource }) })),
    }),
  );
  const here = file === undefined ? {} : { here: { file, clock: nameStart(plan) } };
  const sent = plan.authentication.schemes.flatMap(({ sentIn }) => sentIn);
  const origin = plan.base.known === undefined ? {} : { origin: new URL(plan.base.known).origin };
  return raw(JSON.stringify({ operations, sent, ...here, ...origin }).replaceAll('<', '\\u003c'));
}

/** Returns the variables of samples for the records in the path of an operation, and for the one that it returns. */
function describeIdentities(plan: Plan, operation: Pick<OperationPlan, 'segments' | 'resource'>): object {
  const variables = listPathVariables(plan, operation);
  const identity = operation.resource === undefined ? undefined : findIdentity(plan, operation.resource);
  return {
    ...(variables.size === 0 ? {} : { variables: Object.fromEntries(variables) }),
    ...present({ identity }),
  };
}

/** Returns the media type of an operation that takes forms alone. */
function describeForm(exchange: OperationPlan['exchange']): { readonly type?: string } {
  const type = exchange && findRequestType({ exchange });
  return type === formType ? { type } : {};
}

/** Returns the resource of an operation, and its placeholders and fields that name records, for a service that runs in the page. */
function describeRunning(plan: Plan, operation: Pick<OperationPlan, 'segments' | 'resource' | 'kind'>): object {
  const { resource } = operation;
  const owner = plan.resources.find(({ name }) => name === resource);
  if (owner === undefined) return {};
  const refs = owner.fields.flatMap(({ name, schema }) => (schema.type === 'ref' ? [[name, schema.resource]] : []));
  const unique = [...new Set(owner.uniques.flatMap(({ fields }) => fields))];
  return {
    resource,
    places: Object.fromEntries(listPathResources(plan, operation)),
    ...(refs.length > 0 ? { refs: Object.fromEntries(refs) } : {}),
    ...(operation.kind === 'create' ? { unique } : {}),
  };
}

/** Writes the text of the document, each line with its number: the place that all lines of the page link to. */
function renderSource(name: string, text: string): Html {
  const lines = text.replace(/\n$/, '').split(/\r\n|\n|\r/);
  return html`<section id="source" class="part au"><h2>The document</h2><p class="lead">This page is generated from <code>${name}</code>. Line numbers such as <span class="l">12</span> link to it.</p><div class="src" tabindex="0" role="region" aria-label="Text of the document">${lines.map(
    (line, at) => html`<div id="line-${at + 1}">${line}</div>`,
  )}</div></section>`;
}
