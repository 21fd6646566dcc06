import { findDeliveryKind } from '../../../parts/registry.ts';
import { leftEvent, listLeavingResources } from '../../../plan/leaving.ts';
import type { DeliveryPlan, EventPlan, Plan } from '../../../plan/plan.ts';
import type { AnswerShape } from '../../../plan/shape.ts';
import { formatTime } from '../../words.ts';
import { renderLine, renderLink, renderOperationLinks, toAnchor } from '../anchors.ts';
import type { Context } from '../context.ts';
import { type Content, type Html, html, joinHtml } from '../html.ts';
import { renderInline } from '../markdown.ts';
import { renderShape } from '../operation/responses.ts';
import { formatJson, renderPanel } from '../operation/samples.ts';
import { sketchAnswer } from '../shapes.ts';
import { listMachines, toTransitionName } from './machine.ts';

/** Writes an event: what brings it about, and its payload. */
export function renderEvent({ input, plan }: Context, event: EventPlan): Html {
  const { name, when, payload, meaning, line } = event;
  const example = input.played?.events.find((played) => played.event === name);
  const causes = when.map(
    ({ operation, to, condition, emitted }) =>
      html`${emitted && 'emitted by '}${renderCause(plan, event, operation)}${to !== undefined && html`, when it ends in <code>${to}</code>`}${condition !== undefined && html`, if <code>${condition.source}</code>`}`,
  );
  return html`<section class="ev pair" id="${toAnchor('events', name)}" data-s="event"><div class="text"><h3><code>${name}</code> ${renderLine(line)}</h3>
${meaning !== undefined && html`<p class="lead">${renderInline(meaning)}</p>`}
<dl class="brief"><div><dt>After</dt><dd>${causes.length === 0 ? html`<span class="gap">When is not shown: the event never occurs</span>` : joinHtml(causes, ' or ')}</dd></div>
<div><dt>Payload</dt><dd>${payload === undefined ? html`<span class="gap">not shown: the event has no payload</span>` : renderShape(payload)}</dd></div></dl></div>
<div class="side">${example === undefined ? payload !== undefined && !isNamed(payload) && renderPanel('Payload', [{ name, text: sketchAnswer(payload) }]) : renderPanel('Delivered as', [{ name: example.delivery, text: formatJson(example.body) }])}</div></section>
`;
}

/** Writes a change with its link: an operation, or a transition that a timer, a handler or an effect runs. */
function renderCause(plan: Plan, { resource }: EventPlan, name: string): Html {
  if (plan.operations.some((operation) => operation.name === name)) return renderOperationLinks(plan, [name]);
  const verb = name.slice(0, name.lastIndexOf(' '));
  const machine = listMachines(plan).find(
    (candidate) =>
      candidate.resource.name === resource && candidate.plan.transitions.some((transition) => transition.name === verb),
  );
  return machine === undefined ? html`${name}` : renderLink('states', toTransitionName(machine, verb), name);
}

/** A named resource or object needs no sketch. */
function isNamed(shape: AnswerShape): boolean {
  return shape.kind === 'object' && shape.shapeName !== undefined;
}

/** Writes how events reach subscribers, and how a receiver verifies their origin. */
export function renderDeliveries(plan: Plan): Html {
  const { deliveries } = plan;
  if (deliveries.length === 0) return html``;
  const signed = deliveries.some(({ signature }) => signature !== undefined);
  return html`<h3 id="deliveries">Deliveries</h3><div class="deliveries">${deliveries.map((delivery) => renderDelivery(plan, delivery))}</div>${signed && renderSignature()}`;
}

function renderDelivery(plan: Plan, delivery: DeliveryPlan): Html {
  const { kind, to, events, envelope, signature, attempts, line, disabled } = delivery;
  const stream = plan.operations.find(({ name }) => to?.kind === 'endpoint' && name === to.operation);
  const leaving = stream === undefined ? [] : listLeavingResources({ ...plan, deliveries: [delivery] }, stream);
  return html`<section class="scheme"><h4>${kind} <small>${findDeliveryKind(kind)?.words.is ?? ''}</small> ${renderLine(line)}</h4>
${disabled === true && html`<p class="gap">A required aspect is not shown: nothing is delivered.</p>`}
<dl class="brief">${to !== undefined && html`<div><dt>To</dt><dd>${renderTarget(plan, to)}</dd></div>`}
<div><dt>Events</dt><dd>${
    events === 'all'
      ? 'all'
      : 'listedIn' in events
        ? html`the events that the field <code>${events.listedIn}</code> lists; all if it is absent`
        : joinHtml(
            events.map((name) => renderLink('events', name)),
            ', ',
          )
  }</dd></div>
${
  leaving.length > 0 &&
  html`<div><dt>When a record no longer fits</dt><dd><code>${leftEvent}</code> in place of the event, with <code>resource</code> and <code>id</code>: for ${joinHtml(
    leaving.map((name) => renderLink('resources', name)),
    ', ',
  )}</dd></div>`
}
${envelope !== undefined && html`<div><dt>Envelope</dt><dd>${'named' in envelope ? envelope.named : renderShape(envelope.shape)}</dd></div>`}
${signature !== undefined && html`<div><dt>Signed with</dt><dd>the field <code>${signature.field}</code> of the subscription</dd></div>`}
${attempts !== undefined && html`<div><dt>Attempts</dt><dd>${attempts.count} over ${formatTime(attempts.milliseconds)}</dd></div>`}</dl></section>`;
}

function renderTarget(plan: Plan, to: NonNullable<DeliveryPlan['to']>): Content {
  switch (to.kind) {
    case 'each':
      return html`each ${renderLink('resources', to.resource)} at its <code>${to.at.join('.')}</code>${to.where !== undefined && html` where <code>${to.where.source ?? ''}</code>`}`;
    case 'setting':
      return html`the address in the setting <code>${to.name}</code>`;
    case 'endpoint':
      return renderOperationLinks(plan, [to.operation]);
    case 'subject':
      return html`the subject <code>${to.pattern}</code>`;
  }
}

const verification = `import { createHmac, timingSafeEqual } from 'node:crypto';

/** Returns whether a delivery is from the service and at most five minutes old. */
export function verify(headers: Headers, body: string, secret: string): boolean {
  const id = headers.get('webhook-id');
  const time = headers.get('webhook-timestamp');
  if (Math.abs(Date.now() / 1000 - Number(time)) > 300) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const wanted = createHmac('sha256', key).update(\`\${id}.\${time}.\${body}\`).digest();
  return (headers.get('webhook-signature') ?? '').split(' ').some((each) => {
    const given = Buffer.from(each.replace(/^v1,/, ''), 'base64');
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}`;

function renderSignature(): Html {
  return html`<section class="pair"><div class="text"><h4>Verify a delivery</h4><p>Deliveries are signed according to <a href="https://www.standardwebhooks.com">Standard Webhooks</a>: HMAC-SHA256 of the ID, the timestamp and the raw body. Compare your result with each signature in <code>webhook-signature</code>: after a rotation of the secret there are several. A delivery can arrive twice, with the same <code>webhook-id</code>.</p></div><div class="side">${renderPanel('Verify', [{ name: 'TypeScript', text: verification }])}</div></section>`;
}
