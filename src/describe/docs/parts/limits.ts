import { limitKind } from '../../../parts/registry.ts';
import type { LimitPlan } from '../../../plan/errors-events-limits.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { Plan } from '../../../plan/plan.ts';
import { renderCode, renderLine, renderLink, renderOperationLinks, toAnchor } from '../anchors.ts';
import type { Context } from '../context.ts';
import { type Content, type Html, html, joinHtml } from '../html.ts';

/** Whether the document states a limit. */
export function statesLimits({ limits, operations }: Plan): boolean {
  return limits.length + listBounds(operations).length > 0;
}

/** Writes the counted limits, then the limits of each single request. */
export function renderLimits(context: Context): Html {
  const { plan } = context;
  const bounds = listBounds(plan.operations);
  if (plan.limits.length + bounds.length === 0) return html`<p class="none">The document states no limits.</p>`;
  return html`<div class="scroll"><table><thead><tr><th>Limit<th>Value<th>Applies to<th>Per<th>When exceeded<th class="n">Line</tr></thead><tbody>${plan.limits.map((limit) => renderLimit(context, limit))}${bounds.map((bound) => renderBound(context, bound))}</tbody></table></div>
${
  plan.limitHeaders.length > 0 &&
  html`<p>Responses state the remaining quota in ${joinHtml(
    plan.limitHeaders.map((name) => html`<code>${name}</code>`),
    ', ',
  )}.</p>`
}`;
}

function renderLimit(context: Context, limit: LimitPlan): Html {
  const { name, kind, value, operations, scopes, per, line, code, clamp, resource } = limit;
  const who = per === undefined ? '' : typeof per === 'string' ? per : html`<code>caller.${per.attribute}</code>`;
  return html`<tr id="${toAnchor('limits', name)}" data-s="limit"><td><b>${name}</b> <small>${kind}</small><td>${limitKind(kind)?.words(value)}${resource !== undefined && html` of ${renderLink('resources', resource)}`}<td>${renderReach(context, operations)}${
    scopes !== undefined &&
    html` of callers with ${joinHtml(
      scopes.map((scope) => html`<code>${scope}</code>`),
      ', ',
    )}`
  }<td>${who}<td>${clamp === true ? 'reduced to the maximum' : renderBeyond(context, code)}<td>${renderLine(line)}</tr>`;
}

function renderReach({ plan }: Context, names: readonly string[]): Content {
  if (names.length === plan.operations.length) return 'all operations';
  const links = renderOperationLinks(plan, names);
  if (names.length <= 6) return links;
  return html`<details><summary>${names.length} operations</summary>${links}</details>`;
}

function renderBeyond({ codes }: Context, name: string | undefined): Content {
  const code = codes.get(name ?? '');
  return code && renderCode(code);
}

/** A limit of each single request. */
interface Bound {
  readonly words: string;
  readonly line: number;
  readonly code?: string;
  readonly clamp: boolean;
  readonly operations: readonly string[];
}

function listBounds(operations: readonly OperationPlan[]): readonly Bound[] {
  const all = operations.flatMap(({ name, bodySize, timeout, paging }) => {
    const page =
      paging?.words === undefined || paging.line === undefined
        ? undefined
        : { ...paging, words: paging.words, line: paging.line };
    return [bodySize, timeout, page].flatMap((bound) => (bound === undefined ? [] : [{ name, bound }]));
  });
  return [...Map.groupBy(all, ({ bound }) => bound.line).values()].map((same) => {
    const { words, line, code, clamp } = { clamp: false, ...same[0]!.bound };
    return { words, line, ...(code === undefined ? {} : { code }), clamp, operations: same.map(({ name }) => name) };
  });
}

function renderBound(context: Context, { words, line, code, clamp, operations }: Bound): Html {
  const [, said = words, name = ''] = /^(.*?)(?: \(([^()]*)\))?$/.exec(words) ?? [];
  return html`<tr${name !== '' && html` id="${toAnchor('limits', name)}"`} data-s="limit"><td><b>${name}</b><td>${said}<td>${renderReach(context, operations)}<td>request<td>${clamp ? 'reduced to the maximum' : renderBeyond(context, code)}<td>${renderLine(line)}</tr>`;
}
