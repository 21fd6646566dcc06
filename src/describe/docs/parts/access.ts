import { type Access, describeAccess, listLabels } from '../../../plan/access/access.ts';
import { type Audience, getAudience } from '../../../plan/access/audiences.ts';
import type { Permission } from '../../../plan/access/permissions.ts';
import { renderLine, renderLink, renderOperationLink } from '../anchors.ts';
import type { Context } from '../context.ts';
import { type Content, type Html, html, joinHtml } from '../html.ts';

/** Writes who may do what: the operations of each scope, the fields that it lacks, and the values that show other records. */
export function renderAccess({ plan }: Context): Html {
  const access = describeAccess(plan);
  return html`<div class="au">${renderMatrix(access)}</div>${access.fields.length > 0 && renderFields(access)}${access.reveals.length > 0 && renderReveals(access)}`;
}

function renderMatrix(access: Access): Html {
  const { audiences, operations } = access;
  return html`<div class="scroll"><table class="scopes"><caption>Operations by scope</caption><thead><tr><th>Operation${audiences.map((audience) => html`<th><code>${audience}</code>`)}</tr></thead><tbody>
${operations.map(
  ({ operation, permissions }) =>
    html`<tr><th scope="row"><span class="m ${operation.method}">${operation.method}</span> ${renderOperationLink(operation)}${permissions.map((permission, at) => html`<td>${renderPermission(access, audiences[at]!, permission)}`)}</tr>
`,
)}</tbody></table></div>${renderLegend(access)}`;
}

function renderPermission(access: Access, audience: Audience, permission: Permission): Content {
  const { may, by, notShown } = permission;
  if (may === 'none') return notShown.length > 0 && html`<span class="gap">not shown</span>`;
  const inherited = isInherited(permission, audience) ? ' wide' : '';
  if (may === 'all') return html`<span class="yes${inherited}">all</span>`;
  const labels = listLabels(access, permission);
  const words = by.flatMap((grant) => grant.words ?? []).join(' or ');
  return html`<span class="yes own${inherited}" title="${words}">${labels.join(', ')}</span>`;
}

/** Whether only rows of wider audiences allow it. */
function isInherited({ by }: Permission, audience: Audience): boolean {
  return by.length > 0 && by.every((grant) => getAudience(grant) !== audience);
}

function renderLegend(access: Access): Html {
  const { audiences, operations, conditions } = access;
  const all = operations.flatMap(({ permissions }) => permissions);
  const rowsOf = (at: number): readonly Permission[] => operations.map(({ permissions }) => permissions[at]!);
  const wider = new Set(
    audiences.flatMap((audience, at) =>
      rowsOf(at)
        .filter((permission) => isInherited(permission, audience))
        .flatMap(({ by }) => by.map(getAudience)),
    ),
  );
  const rows = [
    all.some(({ may }) => may === 'all') && renderRight('yes', 'all', 'every record'),
    ...conditions.map(({ label, words, lines }) =>
      renderRight(
        'yes own',
        label,
        html`records for which <code>${words}</code> ${joinHtml(lines.map(renderLine), ' ')}`,
      ),
    ),
    wider.size > 0 &&
      renderRight(
        'yes wide',
        'all',
        html`by a row of ${joinHtml(
          [...wider].map((audience) => html`<code>${audience}</code>`),
          ' or ',
        )}, which other columns include`,
      ),
  ];
  return html`<ul class="rights">${rows}</ul>`;
}

function renderRight(name: string, text: string, meaning: Content): Html {
  return html`<li><span class="${name}">${text}</span><span>${meaning}</span>`;
}

function renderFields({ fields }: Access): Html {
  const list = (names: readonly string[] | undefined): Content =>
    names !== undefined &&
    joinHtml(
      names.map((name) => html`<code>${name}</code>`),
      ', ',
    );
  return html`<div class="scroll"><table class="lacks"><caption>Fields by scope</caption><thead><tr><th>Fields of<th>Scope<th>Does not see<th>Does not send</tr></thead><tbody>${fields.map(
    ({ of, audience, unseen, unsent }) =>
      html`<tr><td>${renderLink('resources', of)}<td><code>${audience}</code><td>${list(unseen)}<td>${list(unsent)}</tr>`,
  )}</tbody></table></div>`;
}

function renderReveals({ reveals }: Access): Html {
  return html`<div class="scroll au"><table><caption>Values from records that a caller cannot read</caption><thead><tr><th>Value<th>Computed as<th>Shown to<th class="n">Line</tr></thead><tbody>${reveals.map(
    ({ value, words, of, to, line }) =>
      html`<tr><td><code>${value}</code><td><code>${words}</code><td>${joinHtml(
        (['none', 'some'] as const).flatMap((reads) => {
          const audiences = to.filter((one) => one.reads === reads);
          if (audiences.length === 0) return [];
          const names = audiences.map(({ audience }) => html`<code>${audience}</code>`);
          return [
            html`${joinHtml(names, ', ')}, which may read ${reads === 'none' ? 'no' : 'some'} records of ${renderLink('resources', of)}`,
          ];
        }),
        html`<br>`,
      )}<td>${renderLine(line)}</tr>`,
  )}</tbody></table></div>`;
}
