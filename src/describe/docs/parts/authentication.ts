import { findSchemeKind } from '../../../parts/registry.ts';
import type { SchemePlan, ScopeRowPlan } from '../../../plan/plan.ts';
import { renderLine, renderLink, toAnchor } from '../anchors.ts';
import type { Context } from '../context.ts';
import { renderEntries } from '../fields.ts';
import { type Content, type Html, html, joinHtml } from '../html.ts';
import { renderInline } from '../markdown.ts';
import { formatTime } from '../words.ts';

/** Writes how callers show who they are, and what each scope lets them do. */
export function renderAuthentication(context: Context): Html {
  const { status, schemes, attributes, scopeRows = [] } = context.plan.authentication;
  return html`${status === 'none' && html`<p>The service does not authenticate clients, as its document states.</p>`}
${status === 'not shown' && html`<p class="gap">The document does not state how clients authenticate: the service accepts requests from its own machine only.</p>`}
${schemes.map(renderScheme)}
${scopeRows.length > 0 && html`<h3 id="scopes">Scopes</h3>${renderScopes(scopeRows)}${renderMatrix(context, scopeRows)}`}
${
  attributes.length > 0 &&
  html`<h3 id="caller">Caller attributes</h3><p class="lead">What a credential states about its client.</p>${renderEntries(
    attributes.map(({ name, type, meaning, line }) => ({
      name: `caller.${name}`,
      type: type.kind,
      ...(meaning === undefined ? {} : { meaning }),
      line,
    })),
  )}`
}`;
}

function renderScheme({ name, kind, sentIn, credential, lifetime, meaning, line, disabled }: SchemePlan): Html {
  const places = sentIn.map(
    (place) => html`${place.in} <code>${place.name}${place.word === undefined ? '' : `: ${place.word} …`}</code>`,
  );
  return html`<section class="scheme" id="${toAnchor('authentication', `scheme-${name}`)}" data-s="scheme"><h3>${name} <small>${kind}</small> ${renderLine(line)}</h3>
${meaning !== undefined && html`<p>${renderInline(meaning)}</p>`}
${disabled === true && html`<p class="gap">Kind or Sent in is not shown, so the scheme accepts no credentials.</p>`}
<dl class="brief"><div><dt>Sent in</dt><dd>${places.length === 0 ? 'the body of the token request' : joinHtml(places, ' or ')}</dd></div>
${credential !== undefined && html`<div><dt>Credential</dt><dd>${credential}: ${findSchemeKind(kind)?.words}</dd></div>`}
${lifetime !== undefined && html`<div><dt>Lifetime</dt><dd>${formatTime(lifetime)}</dd></div>`}</dl></section>
`;
}

function renderScopes(rows: readonly ScopeRowPlan[]): Html {
  return html`<div class="scroll"><table><thead><tr><th>Scope<th>Where<th>Meaning<th class="n">Line</tr></thead><tbody>${rows.map(
    ({ name, where, meaning, line }, at) =>
      html`<tr${rows.findIndex((row) => row.name === name) === at && html` id="${toAnchor('authentication', name)}" data-s="scope"`}><td><code>${name}</code><td>${where !== undefined && html`<code>${where}</code>`}<td>${renderInline(meaning)}<td>${renderLine(line)}</tr>`,
  )}</tbody></table></div>`;
}

/** Writes which scope lets a caller do what. */
function renderMatrix({ plan }: Context, rows: readonly ScopeRowPlan[]): Html {
  const cell = (grants: Context['plan']['operations'][number]['access']['grants'], scope: string): Content => {
    const own = grants.filter((each) => each.scope === scope);
    const grant = own.find(({ words, where }) => words === undefined && where === undefined) ?? own[0];
    if (grant === undefined) return html`<td>`;
    if (grant.where === 'disabled') return html`<td><span class="gap">not shown</span>`;
    return grant.words === undefined
      ? html`<td><span class="yes">all</span>`
      : html`<td><span class="yes own">own</span>`;
  };
  const names = [...new Set(rows.map(({ name }) => name))];
  return html`<div class="scroll"><table class="scopes"><caption>Operations by scope</caption><thead><tr><th>Operation${names.map((name) => html`<th><code>${name}</code>`)}</tr></thead><tbody>
${plan.operations.map(
  ({
    name,
    method,
    access,
  }) => html`<tr><th scope="row"><span class="m ${method}">${method}</span> ${renderLink('endpoints', name)}${names.map((scope) => cell(access.grants, scope))}</tr>
`,
)}</tbody></table></div><p class="legend"><span class="yes">all</span> all records <span class="yes own">own</span> records that match the scope’s condition</p>`;
}
