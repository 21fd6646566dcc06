import type { HeaderPlan } from '../../../plan/exchange.ts';
import { formatGroupValue } from '../../../plan/figures.ts';
import { mayChangeRecords } from '../../../plan/kinds.ts';
import type { OperationPlan, ResponsePlan } from '../../../plan/operation.ts';
import type { AnswerShape } from '../../../plan/shape.ts';
import { renderLine, renderLink } from '../anchors.ts';
import type { Context } from '../context.ts';
import { type Content, type Html, html, joinHtml } from '../html.ts';

/** Writes the responses of success with their bodies and headers. */
export function renderResponses(context: Context, operation: OperationPlan): Html {
  const { exchange, responses } = operation;
  const standard =
    exchange?.statuses.filter(({ on, body }) => on === 'success' && body !== undefined && body !== 'shape') ?? [];
  const others =
    exchange?.statuses.filter(
      ({ on, status }) => on === 'success' && !responses.some((each) => each.status === status),
    ) ?? [];
  return html`<h4>Response</h4><ul class="resp">${responses.map((response) =>
    renderResponse(context, response, {
      standard: standard.some(({ status }) => status === response.status),
      kept: mayChangeRecords(operation),
    }),
  )}${others.map(
    ({ status }) =>
      html`<li><span class="r s2"><b>${status}</b></span> <div>${status === 304 ? 'not modified' : 'without a body'}</div></li>`,
  )}</ul>${renderOwnHeaders(context, operation)}`;
}

function renderResponse(
  context: Context,
  { status, error, shape, when, exists, isNew, headers, line }: ResponsePlan,
  { standard, kept }: { readonly standard: boolean; readonly kept: boolean },
): Html {
  const condition = when !== undefined && html` when <code>${when.source ?? ''}</code>`;
  if (error !== undefined) {
    return html`<li><span class="r s4"><b>${status}</b></span> <div>error ${renderLink('errors', error)}${condition}${kept && ': the change is kept'} ${renderLine(line)}</div></li>`;
  }
  const named = headers.map(({ name }) => html`<code>${name}</code>`);
  const body =
    shape === undefined
      ? standard
        ? context.plan.bodies === undefined
          ? ''
          : 'as the standard defines'
        : 'without a body'
      : renderShape(shape);
  return html`<li><span class="r s2"><b>${status}</b></span> <div>${body}${condition}${exists === true && ' when the record exists'}${isNew === true && ' when the record is new'}${named.length > 0 && html`, with ${joinHtml(named, ', ')}`} ${renderLine(line)}</div></li>`;
}

/** Writes in words what a response holds, with links to what it names. */
export function renderShape(shape: AnswerShape): Content {
  switch (shape.kind) {
    case 'object':
      return shape.shapeName === undefined
        ? html`{ ${joinHtml(
            shape.members.map(
              ({ name, optional, shape: inner }) => html`<code>${name}${optional && '?'}</code>: ${renderShape(inner)}`,
            ),
            ', ',
          )} }`
        : renderLink('resources', shape.shapeName);
    case 'records':
      return html`list of ${renderShape(shape.item)}`;
    case 'children':
      return html`list of at most ${String(shape.most)} ${renderShape(shape.item)}`;
    case 'embedded':
    case 'picked':
      return html`${shape.list && 'list of '}${renderShape(shape.item)}`;
    case 'field':
      return html`<code>${shape.path.join('.')}</code>`;
    case 'literal':
      return html`<code>${JSON.stringify(shape.value)}</code>`;
    case 'cel':
      return html`<code>${shape.value.source ?? shape.value.type.kind}</code>`;
    case 'figure':
      return html`${shape.figure} of <code>${shape.field}</code>`;
    case 'groups':
      return html`list of groups { ${joinHtml(
        shape.members.map(
          ({ name, optional, shape: value }) =>
            html`<code>${name}${optional && '?'}</code>: <code>${formatGroupValue(value)}</code>`,
        ),
        ', ',
      )} }`;
    case 'role':
      return shape.role;
  }
}

/** Writes the headers of an operation's responses, but those of all such responses, which the appendix has. */
function renderOwnHeaders(context: Context, operation: OperationPlan): Content {
  const common = context.common.get(operation);
  const headers = (operation.exchange?.headers ?? []).filter((header) => common?.hasHeader(header) !== true);
  return headers.length > 0 && html`<div class="au">${renderHeaders(headers)}</div>`;
}

/** Writes response headers, each with the responses that have it. */
export function renderHeaders(headers: readonly HeaderPlan[]): Html {
  const groups = Map.groupBy(headers, ({ name }) => name);
  return html`<dl class="heads">${[...groups].map(
    ([name, all]) => html`<div><dt><code>${name}</code></dt><dd>${joinHtml(all.map(renderWhen), '; ')}</dd></div>`,
  )}</dl>`;
}

const places = { success: 'in successful responses', refusals: 'in error responses', all: 'always' } as const;

function renderWhen({ on, when, optional }: HeaderPlan): Html {
  const place = typeof on === 'string' ? places[on] : `on ${on.join(', ')}`;
  const whole = optional ? `${when} and it has a value` : when;
  const also = whole?.split('`').map((piece, at) => (at % 2 === 1 ? html`<code>${piece}</code>` : piece));
  if (also === undefined) return html`${place}`;
  return on === 'all' ? html`if ${also}` : html`${place}, if ${also}`;
}
