import type { GapPlan, Plan } from '../../plan/plan.ts';
import { summarize } from '../wire/words.ts';
import { renderLine, toAnchor } from './anchors.ts';
import type { Context } from './context.ts';
import { type Content, type Html, html } from './html.ts';
import { renderProse } from './markdown.ts';
import { groupOperations } from './operation/groups.ts';
import { renderOperation } from './operation/operations.ts';
import { renderHeaders } from './operation/responses.ts';
import { renderCommon } from './operation/steps.ts';
import { renderAuthentication } from './parts/authentication.ts';
import { renderEmails } from './parts/emails.ts';
import { renderErrors } from './parts/errors.ts';
import { renderDeliveries, renderEvent } from './parts/events.ts';
import { renderGaps } from './parts/gaps.ts';
import { renderLimits, statesLimits } from './parts/limits.ts';
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
  /** Whether the document states it; a part that only has gaps is shown to authors alone. */
  readonly isStated: boolean;
  readonly write: (context: Context) => Content;
}

/** A place inside a part. */
export interface SectionEntry {
  readonly id: string;
  readonly title: string;
  readonly method?: string;
  /** The heading above it in the navigation, which it may share with others. */
  readonly group?: string;
}

type Entries = (plan: Plan) => readonly SectionEntry[];

const sections: readonly {
  readonly id: string;
  readonly title: string;
  readonly entries: Entries;
  readonly states: (plan: Plan) => boolean;
  readonly write: Section['write'];
}[] = [
  {
    id: 'purpose',
    title: 'What the service does',
    entries: () => [],
    states: ({ purpose }) => purpose.prose !== '' || purpose.inScope.length + purpose.outOfScope.length > 0,
    write: renderPurpose,
  },
  {
    id: 'resources',
    title: 'Resources and their fields',
    entries: listResources,
    states: (plan) => listResources(plan).length > 0,
    write: writeResources,
  },
  {
    id: 'states',
    title: 'States and transitions',
    entries: (plan) => listMachines(plan).map(({ title }) => ({ id: toAnchor('states', title), title })),
    states: (plan) => listMachines(plan).length > 0,
    write: (context) => listMachines(context.plan).map((machine) => renderMachine(context, machine)),
  },
  {
    id: 'endpoints',
    title: 'Endpoints',
    entries: ({ operations }) =>
      groupOperations({ operations }).flatMap(({ operations: own, title }) =>
        own.map((operation) => ({
          id: toAnchor('endpoints', operation.name),
          title: summarize(operation),
          method: operation.method,
          group: title,
        })),
      ),
    states: ({ operations }) => operations.length > 0,
    write: (context) => [renderBase(context), writeOperations(context)],
  },
  {
    id: 'authentication',
    title: 'Authentication',
    entries: ({ authentication: { schemes } }) =>
      schemes.map(({ name }) => ({ id: toAnchor('authentication', `scheme-${name}`), title: name })),
    states: ({ authentication: { status, schemes, scopeRows = [] } }) =>
      status === 'none' || schemes.length + scopeRows.length > 0,
    write: renderAuthentication,
  },
  {
    id: 'events',
    title: 'Events',
    entries: ({ events }) => events.map(({ name }) => ({ id: toAnchor('events', name), title: name })),
    states: ({ events, deliveries, mail }) => events.length + deliveries.length > 0 || mail !== undefined,
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
    states: ({ errors }) => errors.codes.length > 0,
    write: renderErrors,
  },
  { id: 'limits', title: 'Limits', entries: () => [], states: statesLimits, write: renderLimits },
  {
    id: 'versioning',
    title: 'Versioning',
    entries: () => [],
    states: ({ versioning }) => versioning.versions.length > 0,
    write: renderVersioning,
  },
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

/** Writes the operations by resource; those of a single group need no heading. */
function writeOperations(context: Context): Content {
  const groups = groupOperations(context.plan);
  return groups.map(({ id, title, operations }) => [
    groups.length > 1 && html`<h3 class="group" id="${id}">${title}</h3>`,
    operations.map((operation) => renderOperation(context, operation)),
  ]);
}

function renderBase({ plan }: Context): Html {
  const { base, media, unknownFields, allowedOrigins } = plan;
  const isOpen = plan.gaps.some(({ part, what }) => part === 'endpoints' && what === 'base address');
  return html`<dl class="brief"><div${isOpen && html` class="au"`}><dt>Base URL</dt><dd>${base.known !== undefined ? html`<code>${base.known}</code>` : isOpen ? html`<span class="gap">not stated</span>` : 'the origin of this page'}</dd></div>
<div><dt>Media types</dt><dd>${[...new Set([...media.request, ...media.answer])].map((type) => html`<code>${type}</code> `)}</dd></div>
<div><dt>Unknown fields</dt><dd>${unknownFields === 'refused' ? 'rejected' : unknownFields}</dd></div>${allowedOrigins.length > 0 && html`<div><dt>Allowed origins</dt><dd>${allowedOrigins.map((origin) => html`<code>${origin}</code> `)}</dd></div>`}</dl>`;
}

/** The id and the title of the appendix. */
export const processing = { id: 'processing', title: 'How requests are processed' } as const;

/** Writes the appendix: the steps, errors and headers that requests share. Empty if they share none. */
export function renderProcessing({ common }: Context): Content {
  const kinds = [...new Set(common.values())];
  if (kinds.length === 0) return undefined;
  return html`<section class="part" id="${processing.id}" data-s="part"><h2>${processing.title}</h2>
<p class="lead">Each request takes these steps, in this order, before and after those of its operation.</p>${kinds.map((kind) => renderCommon(kind, renderHeaders(kind.headers)))}</section>
`;
}

/** Lists the nine parts in the document's order, with its own titles. */
export function listSections(plan: Plan): readonly Section[] {
  return sections.map((section) => ({
    ...section,
    title: plan.parts?.find(({ part }) => part === section.id)?.title ?? section.title,
    entries: section.entries(plan),
    isStated: section.states(plan),
  }));
}

/** Writes a part: its prose, its gaps, then what it states. */
export function renderSection(context: Context, { id, title, isStated, write }: Section, number: number): Html {
  const part = context.plan.parts?.find((each) => each.part === id);
  const gaps: readonly GapPlan[] = context.plan.gaps.filter((gap) => gap.part === id);
  const body = html`${write(context)}`;
  const empty = body.text.trim() === '' && gaps.length === 0;
  return html`<section class="part${!isStated && ' au'}" id="${id}" data-s="part"><h2><span class="no au">${number}</span> ${title} ${renderLine(part?.line)}</h2>
<div class="prose">${id !== 'purpose' && renderProse(part?.description)}</div>${renderGaps(gaps)}
${body}${empty && html`<p class="none">None, as the document states.</p>`}</section>
`;
}
