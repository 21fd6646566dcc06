import { listIssuers } from '../../../plan/access/access.ts';
import type { WholePlan } from '../../../plan/whole.ts';
import { formatCount } from '../../words.ts';
import { toAnchor, toFragment } from '../anchors.ts';
import type { Context } from '../context.ts';
import { type Content, type Html, html } from '../html.ts';
import { renderInline } from '../markdown.ts';
import { formatRequest, renderPanel } from '../operation/samples.ts';

/** Writes the head of the page: what the service is called, what it has, and a first request. */
export function renderHero(context: Context): Html {
  const { plan, input } = context;
  return html`<header class="hero pair"><div class="text">${renderVersions(plan, input)}
<h1>${plan.name === '' ? plan.document.replace(/^.*[\\/]/, '') : plan.name}</h1>
<p class="sum">${renderInline(plan.summary)}</p>${renderActions(context)}${plan.gaps.length > 0 && html`<p class="unstated au">${formatCount(plan.gaps.length, 'gap')}: not stated yet</p>`}${input.isPlaying === true && html`<p class="playing" role="status">The examples are being generated. Until they are ready, the page shows the shapes of requests and responses.</p>`}</div>
<div class="side">${renderFirst(plan)}</div></header>
`;
}

/** The version that the page shows, and links to the others. */
function renderVersions({ version }: Context['plan'], { versions = [] }: Context['input']): Content {
  if (version === undefined) return undefined;
  const others = versions.filter(({ name }) => name !== version.name);
  return html`<p class="over"><a href="#versioning">version ${version.name}</a>${others.map(({ name, address }) => html` <a class="other" href="${address}">${name}</a>`)}</p>`;
}

/** Links to what a client begins with: how it gets a credential, and the files of the service. The script adds a button before them. */
function renderActions({ plan, input }: Context): Html {
  const issuers = plan.authentication.schemes.flatMap(({ name }) => listIssuers(plan.operations, name));
  const issuer = issuers.find(({ kind }) => kind === 'create') ?? issuers[0];
  const links = [
    issuer !== undefined && html`<a href="${toFragment(toAnchor('endpoints', issuer.name))}">Get a key</a>`,
    ...(input.files ?? []).map(({ title, address }) => html`<a href="${address}">${title}</a>`),
  ];
  return html`<p class="actions">${links}</p>`;
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
