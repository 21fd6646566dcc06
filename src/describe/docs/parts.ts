import type { GapPlan, Plan } from '../../plan/plan.ts';
import { renderLine, toAnchor } from './anchors.ts';
import type { Context } from './context.ts';
import { type Content, type Html, html } from './html.ts';
import { renderProse } from './markdown.ts';
import { renderOperation } from './operation/operations.ts';
import { renderHeaders } from './operation/responses.ts';
import { renderCommon } from './operation/steps.ts';
import { renderAuthentication } from './parts/authentication.ts';
import { renderEmails } from './parts/emails.ts';
import { renderErrors } from './parts/errors.ts';
import { renderDeliveries, renderEvent } from './parts/events.ts';
import { renderGaps } from './parts/gaps.ts';
import { renderLimits } from './parts/limits.ts';
import { listMachines } from './parts/machine.ts';
import { renderPurpose } from './parts/purpose.ts';
import { renderObject, renderResource, renderUnion } from './parts/resources.ts';
import { renderMachine } from './parts/states.ts';
import { renderVersioning } from './parts/versioning.ts';

/** A part of the page. */
export interface Section {
  readonly id: string;
  readonly title: string;
  /** The entries that the navigation lists below it. */
  readonly entries: readonly SectionEntry[];
  readonly write: (context: Context) => Content;
}

/** A place inside a part. */
export interface SectionEntry {
  readonly id: string;
  readonly title: string;
  readonly method?: string;
}

type Entries = (plan: Plan) => readonly SectionEntry[];

const sections: readonly {
  readonly id: string;
  readonly title: string;
  readonly entries: Entries;
  readonly write: Section['write'];
}[] = [
  { id: 'purpose', title: 'What the service does', entries: () => [], write: renderPurpose },
  { id: 'resources', title: 'Resources and their fields', entries: listResources, write: writeResources },
  {
    id: 'states',
    title: 'States and transitions',
    entries: (plan) => listMachines(plan).map(({ title }) => ({ id: toAnchor('states', title), title })),
    write: (context) => listMachines(context.plan).map((machine) => renderMachine(context, machine)),
  },
  {
    id: 'endpoints',
    title: 'Endpoints',
    entries: ({ operations }) =>
      operations.map(({ name, method }) => ({ id: toAnchor('endpoints', name), title: name, method })),
    write: (context) => [
      renderBase(context),
      [...new Set(context.common.values())].map((common) => renderCommon(common, renderHeaders(common.headers))),
      context.plan.operations.map((operation) => renderOperation(context, operation)),
    ],
  },
  {
    id: 'authentication',
    title: 'Authentication',
    entries: ({ authentication: { schemes } }) =>
      schemes.map(({ name }) => ({ id: toAnchor('authentication', `scheme-${name}`), title: name })),
    write: renderAuthentication,
  },
  {
    id: 'events',
    title: 'Events',
    entries: ({ events }) => events.map(({ name }) => ({ id: toAnchor('events', name), title: name })),
    write: (context) => [
      context.plan.events.map((event) => renderEvent(context, event)),
      renderDeliveries(context.plan),
      renderEmails(context.plan),
    ],
  },
  {
    id: 'errors',
    title: 'Errors',
    entries: ({ errors }) => errors.codes.map(({ code }) => ({ id: toAnchor('errors', code), title: code })),
    write: renderErrors,
  },
  { id: 'limits', title: 'Limits', entries: () => [], write: renderLimits },
  { id: 'versioning', title: 'Versioning', entries: () => [], write: renderVersioning },
];

function listResources({ resources, objects, unions }: Plan): readonly SectionEntry[] {
  return [...resources, ...objects, ...unions].map(({ name }) => ({ id: toAnchor('resources', name), title: name }));
}

function writeResources(context: Context): Content {
  const { resources, objects, unions } = context.plan;
  return [
    resources.map((resource) => renderResource(context, resource)),
    objects.map(renderObject),
    unions.map(renderUnion),
  ];
}

function renderBase({ plan }: Context): Html {
  const { base, media, unknownFields, allowedOrigins } = plan;
  const isOpen = plan.gaps.some(({ part, what }) => part === 'endpoints' && what === 'base address');
  return html`<dl class="brief"><div><dt>Base URL</dt><dd>${base.known === undefined ? (isOpen ? html`<span class="gap">not stated</span>` : html`the origin of this page`) : html`<code>${base.known}</code>`}</dd></div>
<div><dt>Media types</dt><dd>${[...new Set([...media.request, ...media.answer])].map((type) => html`<code>${type}</code> `)}</dd></div>
<div><dt>Unknown fields</dt><dd>${unknownFields === 'refused' ? 'rejected' : unknownFields}</dd></div>${allowedOrigins.length > 0 && html`<div><dt>Allowed origins</dt><dd>${allowedOrigins.map((origin) => html`<code>${origin}</code> `)}</dd></div>`}</dl>`;
}

/** Lists the nine parts in the document's order, with its own titles. */
export function listSections(plan: Plan): readonly Section[] {
  return sections.map((section) => ({
    ...section,
    title: plan.parts?.find(({ part }) => part === section.id)?.title ?? section.title,
    entries: section.entries(plan),
  }));
}

/** Writes a part: its prose, its gaps, then what it states. */
export function renderSection(context: Context, { id, title, write }: Section, number: number): Html {
  const part = context.plan.parts?.find((each) => each.part === id);
  const gaps: readonly GapPlan[] = context.plan.gaps.filter((gap) => gap.part === id);
  const body = html`${write(context)}`;
  const empty = body.text.trim() === '' && gaps.length === 0;
  return html`<section class="part" id="${id}" data-s="part"><h2><span class="no">${number}</span> ${title} ${renderLine(part?.line)}</h2>
<div class="prose">${id !== 'purpose' && renderProse(part?.description)}</div>${renderGaps(gaps)}
${body}${empty && html`<p class="none">None, as the document states.</p>`}</section>
`;
}
