import type { Plan } from '../../../plan/plan.ts';
import type { WholePlan } from '../../../plan/whole.ts';
import { formatCount } from '../../words.ts';
import type { Context } from '../context.ts';
import { type Content, type Html, html } from '../html.ts';
import { renderInline } from '../markdown.ts';
import { formatRequest, renderPanel } from '../operation/samples.ts';

/** Writes the head of the page: what the service is called, what it has, and a first request. */
export function renderHero({ plan, input }: Context): Html {
  return html`<header class="hero pair"><div class="text">${renderVersions(plan, input)}
<h1>${plan.name === '' ? plan.document.replace(/^.*[\\/]/, '') : plan.name}</h1>
<p class="sum">${renderInline(plan.summary)}</p>${renderCounts(plan)}${input.isPlaying === true && html`<p class="playing" role="status">The examples are being generated. Until they are ready, the page shows the shapes of requests and responses.</p>`}</div>
<div class="side">${renderFirst(plan)}</div></header>
`;
}

/** The version that the page shows, and links to the others. */
function renderVersions({ version }: Context['plan'], { versions = [] }: Context['input']): Content {
  if (version === undefined) return undefined;
  const others = versions.filter(({ name }) => name !== version.name);
  return html`<p class="over"><a href="#versioning">version ${version.name}</a>${others.map(({ name, address }) => html` <a class="other" href="${address}">${name}</a>`)}</p>`;
}

function renderCounts({ resources, operations, events, errors, gaps }: Plan): Html {
  const counts: readonly (readonly [number, string, string])[] = [
    [resources.length, 'resource', 'resources'],
    [operations.length, 'operation', 'endpoints'],
    [events.length, 'event', 'events'],
    [errors.codes.length, 'error code', 'errors'],
  ];
  const open = gaps.length === 0 ? 'no gaps' : formatCount(gaps.length, 'gap');
  return html`<ul class="counts">${counts
    .filter(([count]) => count > 0)
    .map(
      ([count, unit, part]) =>
        html`<li><a href="#${part}"><b>${count}</b> ${formatCount(count, unit).replace(/^\d+ /, '')}</a></li>`,
    )}<li class="au"><b>${open.split(' ')[0]!}</b> ${open.split(' ')[1]!}</li></ul>`;
}

/** A list or a read that asks for nothing but a credential. The page puts its own origin in the place of an unknown one. */
function renderFirst(plan: WholePlan): Content {
  const { operations, base } = plan;
  const first = operations.find(
    ({ method, segments }) => method === 'GET' && segments.every(({ kind }) => kind === 'fixed'),
  );
  if (first === undefined) return undefined;
  const curl = formatRequest(plan, first)[0]!.text;
  const origin = base.known === undefined ? unknownOrigin : new URL(base.known).origin;
  const variables = new Set(curl.matchAll(/\$([A-Z_]+)/g).map(([, name]) => name));
  const given = [...variables].map((name) => `export ${name}=${name === 'API' ? origin : '…'}`);
  return renderPanel('Your first request', [{ name: 'curl', text: `${given.join('\n')}\n\n${curl}` }]);
}

/** The origin of a service that states no base URL; the script of the page replaces it. */
const unknownOrigin = '{base_url}';
