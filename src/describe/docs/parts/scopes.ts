import { type Access, describeAccess } from '../../../plan/access/access.ts';
import { type Audience, getAudience } from '../../../plan/access/audiences.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { ScopeRowPlan } from '../../../plan/plan.ts';
import { renderLine, renderOperationLink, toAnchor } from '../anchors.ts';
import type { Context } from '../context.ts';
import { type Content, type Html, html, joinHtml } from '../html.ts';
import { renderInline } from '../markdown.ts';
import { renderRule } from './rules.ts';

const wide: Readonly<Record<string, string>> = {
  public: 'Everyone, without a credential',
  authenticated: 'Every caller with a valid credential',
};

/** Writes each scope with what it lets a caller do: its operations, by the records that its rows leave. */
export function renderScopes({ plan }: Context, rows: readonly ScopeRowPlan[]): Html {
  const access = describeAccess(plan);
  const stated = new Set(rows.map(({ name }) => name));
  return html`<div class="grants">${access.audiences
    .filter((audience) => stated.has(audience))
    .map((audience) =>
      renderScope(
        access,
        audience,
        rows.filter(({ name }) => name === audience),
      ),
    )}</div>`;
}

function renderScope(access: Access, audience: Audience, rows: readonly ScopeRowPlan[]): Html {
  const meanings = [...new Set(rows.flatMap(({ meaning }) => meaning ?? []))];
  const at = access.audiences.indexOf(audience);
  const allowed = access.operations.filter(({ permissions }) => {
    const { may, by } = permissions[at]!;
    return may !== 'none' && (by.length === 0 || by.some((grant) => getAudience(grant) === audience));
  });
  const byRule = Map.groupBy(allowed, ({ permissions }) => {
    const { may, by } = permissions[at]!;
    return may === 'all' ? '' : by.flatMap(({ words }) => words ?? []).join(' or ');
  });
  const groups = [...byRule].map(([words, all]) =>
    renderAllowed(
      words,
      all.map(({ operation }) => operation),
    ),
  );
  return html`<section class="grant" id="${toAnchor('authentication', audience)}" data-s="scope" tabindex="-1"><h4><code>${audience}</code> ${rows.map(({ line }) => html`${renderLine(line)} `)}</h4>
${wide[audience] !== undefined && html`<p class="lead">${wide[audience]}.</p>`}${meanings.map((meaning) => html`<p class="lead">${renderInline(meaning)}</p>`)}${groups.length === 0 ? html`<p class="none">Allows nothing.</p>` : groups}</section>
`;
}

function renderAllowed(words: string, operations: readonly OperationPlan[]): Content {
  const links = joinHtml(operations.map(renderOperationLink), ', ');
  if (words === '') return html`<p>${links}</p>`;
  return html`<p>${links}: <em>${renderRule(words)}</em><span class="au">, where <code>${words}</code></span></p>`;
}
