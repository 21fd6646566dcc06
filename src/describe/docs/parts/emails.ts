import type { EmailPlan, Plan, TemplatePlan } from '../../../plan/plan.ts';
import { formatTime } from '../../words.ts';
import { renderLine, renderLink, toAnchor } from '../anchors.ts';
import { type Html, html } from '../html.ts';
import { renderInline, renderProse } from '../markdown.ts';

/** Writes the emails of a service: what sends each, to which addresses, and its text with the expressions between braces. */
export function renderEmails({ mail }: Plan): Html {
  if (mail === undefined) return html``;
  const { from, emails } = mail;
  return html`<h3 id="emails">Emails</h3>${from !== undefined && html`<dl class="brief"><div><dt>From</dt><dd>${from.name !== undefined && `${from.name} `}<code>${from.address}</code></dd></div></dl>`}<div class="deliveries">${emails.map(renderEmail)}</div>`;
}

function renderEmail({ name, event, to, subject, text, attempts, meaning, line, disabled }: EmailPlan): Html {
  return html`<section class="scheme" id="${toAnchor('events', `email-${name}`)}"><h4>${name} ${renderLine(line)}</h4>
${meaning !== undefined && html`<p class="lead">${renderInline(meaning)}</p>`}
${disabled === true && html`<p class="gap">To is not shown: nothing is sent.</p>`}
<dl class="brief"><div><dt>After</dt><dd>${renderLink('events', event)}</dd></div>
${to !== undefined && html`<div><dt>To</dt><dd><code>${to}</code></dd></div>`}
<div><dt>Subject</dt><dd>${writeTemplate(subject)}</dd></div>
${attempts !== undefined && html`<div><dt>Attempts</dt><dd>${attempts.count} over ${formatTime(attempts.milliseconds)}</dd></div>`}</dl>
<blockquote>${renderProse([{ text: writeTemplate(text), line }])}</blockquote></section>`;
}

/** A template as the document writes it: each expression between braces. */
function writeTemplate(template: TemplatePlan): string {
  return template.map((piece) => (typeof piece === 'string' ? piece : `{${piece.value.replace(/^= /, '')}}`)).join('');
}
