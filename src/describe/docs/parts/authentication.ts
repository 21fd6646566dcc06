import { findSchemeKind } from '../../../parts/registry.ts';
import { listIssuers } from '../../../plan/access/access.ts';
import type { SchemePlan, TenantLinePlan } from '../../../plan/plan.ts';
import { formatTime } from '../../words.ts';
import { renderLine, renderLink, renderOperationLink, toAnchor } from '../anchors.ts';
import type { Context } from '../context.ts';
import { renderEntries } from '../fields.ts';
import { type Html, html, joinHtml } from '../html.ts';
import { renderInline } from '../markdown.ts';
import { renderAccess } from './access.ts';
import { renderScopes } from './scopes.ts';

/** Writes how callers show who they are, and what each scope lets them do. */
export function renderAuthentication(context: Context): Html {
  const { status, schemes, attributes, scopeRows = [], tenantLine } = context.plan.authentication;
  return html`${status === 'none' && html`<p>The service does not authenticate clients, as its document states.</p>`}
${status === 'not shown' && html`<p class="gap">The document does not state how clients authenticate: the service accepts requests from its own machine only.</p>`}
${schemes.map((scheme) => renderScheme(context, scheme))}
${tenantLine !== undefined && renderTenant(tenantLine)}
${scopeRows.length > 0 && html`<h3 id="scopes">Scopes</h3>${renderScopes(context, scopeRows)}${renderAccess(context)}`}
${scopeRows.length === 0 && schemes.length > 0 && html`<p>Every caller with a valid credential may call every operation.</p>`}
${
  attributes.length > 0 &&
  html`<h3 id="caller">Caller attributes</h3><p class="lead">The facts about a client that row rules and assignments use.</p>${renderEntries(
    attributes.map(({ name, type, from, meaning, line }) => ({
      name: `caller.${name}`,
      type: from === undefined ? type.kind : `field ${from} of the record that logged in`,
      ...(meaning === undefined ? {} : { meaning }),
      line,
    })),
  )}`
}`;
}

function renderScheme({ plan }: Context, scheme: SchemePlan): Html {
  const { name, kind, sentIn, credential, lifetime, idle, refresh, meaning, line, disabled, holder } = scheme;
  const issuers = listIssuers(plan.operations, name).map(renderOperationLink);
  const places = sentIn.map(
    (place) => html`${place.in} <code>${place.name}${place.word === undefined ? '' : `: ${place.word} …`}</code>`,
  );
  return html`<section class="scheme" id="${toAnchor('authentication', `scheme-${name}`)}" data-s="scheme"><h3>${name} <small>${kind}</small> ${renderLine(line)}</h3>
${meaning !== undefined && html`<p>${renderInline(meaning)}</p>`}
${disabled === true && html`<p class="gap">Kind or Sent in is not shown, so the scheme accepts no credentials.</p>`}
<dl class="brief"><div><dt>Sent in</dt><dd>${places.length === 0 ? 'the body of the token request' : joinHtml(places, ' or ')}</dd></div>
${credential !== undefined && html`<div><dt>Credential</dt><dd>${credential}: ${findSchemeKind(kind)?.words}</dd></div>`}
${issuers.length > 0 && html`<div><dt>Issued by</dt><dd>${joinHtml(issuers, ', ')}</dd></div>`}
${holder !== undefined && html`<div><dt>Belongs to</dt><dd>a ${renderLink('resources', holder)}, whose identity is <code>caller.id</code></dd></div>`}
${lifetime !== undefined && html`<div><dt>Lifetime</dt><dd>${formatTime(lifetime)}</dd></div>`}
${idle !== undefined && html`<div><dt>Ends after</dt><dd>${formatTime(idle)} without a request</dd></div>`}
${refresh !== undefined && html`<div><dt>Refreshed</dt><dd>for ${formatTime(refresh)} after the log in, with a refresh token</dd></div>`}</dl></section>
`;
}

function renderTenant({ field, rules, shared, line }: TenantLinePlan): Html {
  const linksOf = (names: readonly string[]): Html =>
    joinHtml(
      names.map((name) => renderLink('resources', name)),
      ', ',
    );
  return html`<h3 id="tenants">Tenants ${renderLine(line)}</h3>
<p class="lead">Each record belongs to the <code>${field}</code> of the caller who created it, and only callers of that <code>${field}</code> see it<span class="au">, unless a row of Scopes is for all tenants</span>.</p>
<dl class="brief au">${rules.map(
    ({ where, resources }) =>
      html`<div><dt>Added to Where</dt><dd><code>${where}</code>, for ${linksOf(resources)}</dd></div>`,
  )}</dl>
${shared.length > 0 && html`<dl class="brief"><div><dt>Shared</dt><dd>${linksOf(shared)}: all tenants have the same records</dd></div></dl>`}`;
}
