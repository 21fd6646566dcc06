import type { CodePlan, ConditionPlan, FieldErrorPlan } from '../../../plan/errors-events-limits.ts';
import type { Plan } from '../../../plan/plan.ts';
import { describeCondition, describeNextStep } from '../../wire/errors.ts';
import { renderLine, renderOperationLink, renderOperationLinks, renderWords, toAnchor } from '../anchors.ts';
import type { Context } from '../context.ts';
import { renderJson } from '../fields.ts';
import { type Content, type Html, html, joinHtml } from '../html.ts';
import { renderInline } from '../markdown.ts';
import { renderPanel } from '../operation/samples.ts';
import { sketchBody } from '../shapes.ts';

/** Writes the body of refusals, each code with what brings it about, and how the problems of fields are worded. */
export function renderErrors(context: Context): Html {
  const { errors } = context.plan;
  const users = findUsers(context);
  const rows = errors.codes.toSorted((left, right) => left.status - right.status);
  return html`<div class="pair"><div class="text">${renderBodyWords(context)}</div><div class="side">${renderBody(context)}</div></div>
<div class="codes">${rows.map((code) => renderCode(context, code, users.get(code.code) ?? [], listSenders(context, code.code)))}</div>
${errors.fields !== undefined && renderFieldErrors(errors.fields)}`;
}

function renderBodyWords({ plan }: Context): Html {
  const { body } = plan.errors;
  if (body === undefined)
    return html`<p class="gap">Body is not shown: error responses are problem details of the type <code>about:blank</code>, without a code.</p>`;
  if (body.kind === 'shape') return html`<p>Each error response has the body next to this text.</p>`;
  return html`<p>Each error response is a problem details object (<a href="https://www.rfc-editor.org/rfc/rfc9457">RFC 9457</a>). <code>code</code> identifies the error, <code>type</code> links to its entry below, and <code>errors</code> lists the invalid fields, if any.</p>`;
}

const problem = `{
  "type": URI of the entry below,
  "title": string,
  "status": integer,
  "code": string,
  "instance": URI of this response,
  "errors"?: [{
    "pointer" or "parameter": string,
    "message": string
  }, …]
}`;

function renderBody({ plan }: Context): Content {
  const { body } = plan.errors;
  if (body === undefined) return undefined;
  const text = body.kind === 'shape' ? sketchBody(body.shape) : problem;
  return renderPanel('Error body', [{ name: plan.operations[0]?.exchange?.refusalType ?? 'JSON', text }]);
}

/** Returns the users of each code: all requests of a kind, and operations. */
function findUsers({ refusals, common }: Context): ReadonlyMap<string, readonly Html[]> {
  const users = new Map<string, Map<string, Html>>();
  for (const [operation, all] of refusals) {
    const shared = common.get(operation);
    for (const refusal of all) {
      const own = users.get(refusal.key) ?? new Map<string, Html>();
      users.set(refusal.key, own);
      if (shared?.hasRefusal(refusal) === true) own.set(shared.id, html`<a href="#${shared.id}">${shared.of}</a>`);
      else own.set(operation.name, renderOperationLink(operation));
    }
  }
  return new Map([...users].map(([key, own]) => [key, [...own.values()]]));
}

/** Returns the operations of which a response is a code. */
function listSenders({ plan }: Context, code: string): readonly Html[] {
  return plan.operations
    .filter(({ responses }) => responses.some(({ error }) => error === code))
    .map(renderOperationLink);
}

function renderCode(
  { plan }: Context,
  { code, status, conditions, message, meaning, field, own, byName, line }: CodePlan,
  users: readonly Html[],
  senders: readonly Html[],
): Html {
  const sent = senders.length === 0 ? [] : [html`a response of ${joinHtml(senders, ', ')}`];
  const stated = [...conditions.map((condition) => renderCondition(plan, condition)), ...sent];
  const causes = stated.length === 0 ? [html`raised by the service’s code`] : stated;
  const next = new Set(conditions.flatMap(({ name }) => describeNextStep(name) ?? []));
  const cells = Object.entries(own).map(
    ([title, value]) => html`<div><dt>${title}</dt><dd>${renderJson(value)}</dd></div>`,
  );
  return html`<section class="code" id="${toAnchor('errors', code)}" data-s="error" tabindex="-1"><h3><span class="r ${status < 500 ? 's4' : 's5'}"><b>${status}</b></span> <code>${code}</code> ${renderLine(line)}</h3>
${message !== undefined && html`<p class="lead">${renderInline(message)}</p>`}${meaning !== undefined && html`<p>${renderInline(meaning)}</p>`}
<dl class="brief"><div><dt>Cause</dt><dd>${joinHtml(causes, '; ')}${byName && conditions.length > 0 && ' (only where the document names it)'}</dd></div>
${next.size > 0 && html`<div><dt>What to do</dt><dd>${[...next].map((step) => html`${renderWords(step)} `)}</dd></div>`}
${field !== undefined && html`<div><dt>Field</dt><dd><code>${field}</code></dd></div>`}${cells}
${users.length > 0 && html`<div><dt>Returned by</dt><dd>${users.length > 4 ? html`<details><summary>${users.length} operations</summary>${renderUsers(users)}</details>` : renderUsers(users)}</dd></div>`}</dl></section>
`;
}

function renderUsers(users: readonly Html[]): Html {
  return joinHtml(users, ', ');
}

function renderCondition(plan: Plan, { name, on, raisedBy }: ConditionPlan): Html {
  if (raisedBy !== undefined) return html`raised by the code of ${renderOperationLinks(plan, [raisedBy])}`;
  return html`<span title="${name}">${describeCondition(name)}</span>${on !== undefined && html` (${on.name})`}`;
}

function renderFieldErrors(rows: readonly FieldErrorPlan[]): Html {
  return html`<h3 id="field-errors">Field errors</h3><div class="scroll"><table><thead><tr><th>Problem<th>On<th>Message<th>Code<th class="n">Line</tr></thead><tbody>${rows.map(
    ({ problems, on, message, code, line }) =>
      html`<tr><td>${problems.join(', ')}<td>${on === undefined ? 'every field' : on.map((place) => ('holder' in place ? `${place.holder}${place.field === undefined ? '' : `.${place.field}`}` : `parameter ${place.parameter}`)).join(', ')}<td>${renderInline(message)}<td>${code !== undefined && renderJson(code)}<td>${renderLine(line)}</tr>`,
  )}</tbody></table></div>`;
}
