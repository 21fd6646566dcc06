import type { Plan, VersionRowPlan } from '../../../plan/plan.ts';
import type { ClientEffect } from '../../../plan/whole.ts';
import { renderLine, toAnchor } from '../anchors.ts';
import type { Context } from '../context.ts';
import { type Content, type Html, html } from '../html.ts';
import { renderInline } from '../markdown.ts';

type Change = Plan['versioning']['changes'][number];

/** Writes the versions of the interface, how a request names one, and what changed for whom. */
export function renderVersioning({ plan }: Context): Html {
  const { versions, placements, changes } = plan.versioning;
  const effects = new Map(plan.changeEffects?.map(({ line, effects: found }) => [line, found]));
  if (versions.length === 0) return html`<p class="none">The service has one version.</p>`;
  return html`${renderVersions(versions)}
${
  placements.length > 0 &&
  html`<h3 id="placement">Choose a version</h3><ul class="plain">${placements.map(
    (placement) =>
      html`<li>${placement.in}${placement.name !== undefined && html` <code>${placement.name}</code>`}; default: ${placement.whenAbsent} ${renderLine(placement.line)}</li>`,
  )}</ul>`
}
${versions.map((version, at) =>
  renderChanges(
    version,
    versions[at + 1],
    changes.filter((change) => change.version === version.name),
    effects,
  ),
)}`;
}

function renderVersions(versions: readonly VersionRowPlan[]): Html {
  return html`<ol class="versions">${versions.map(
    ({
      name,
      status,
      released,
      sunset,
      afterSunset,
      meaning,
      line,
    }) => html`<li id="${toAnchor('versioning', name)}" data-s="version" class="${status}"><b>${name}</b> <span class="vs ${status}">${status}</span> ${renderLine(line)}
${meaning !== undefined && html`<p>${renderInline(meaning)}</p>`}<p class="when">${released !== undefined && html`released <time>${released}</time>`}${sunset !== undefined && html`, sunset <time>${sunset}</time>, then ${afterSunset === 'gone' ? 'rejected' : 'still served'}`}</p></li>`,
  )}</ol>`;
}

function renderChanges(
  version: VersionRowPlan,
  older: VersionRowPlan | undefined,
  changes: readonly Change[],
  effects: ReadonlyMap<number, readonly ClientEffect[]>,
): Content {
  if (changes.length === 0) return undefined;
  return html`<h3 id="${toAnchor('versioning', `changes-${version.name}`)}">Changes in ${version.name}</h3>
<p class="lead">Clients of ${older?.name ?? 'older versions'} and earlier keep working: the service converts their requests and responses.</p>
<div class="scroll"><table class="changes"><thead><tr><th>Change<th>What<th>Clients that stay<th>Clients that upgrade<th class="n">Line</tr></thead><tbody>${changes.map(
    (change) =>
      html`<tr data-s="change"><td><span class="verb">${change.change}</span><td><code>${change.where}</code>${change.meaning !== undefined && html`<p>${renderInline(change.meaning)}</p>`}<td>${renderBefore(change)}<td>${renderEffects(effects.get(change.line) ?? [])}<td>${renderLine(change.line)}</tr>`,
  )}</tbody></table></div>`;
}

/** Writes what clients of the previous version receive and may send, in the words of the row. */
function renderBefore({ change, stated = {} }: Change): Html {
  const { before = [], oldResponses, oldRequests } = stated;
  const said = [
    before.length > 0 && renderOld(change, before),
    oldResponses !== undefined && renderResponses(oldResponses),
    oldRequests !== undefined && renderRequests(oldRequests),
  ].filter((each) => each !== false);
  return said.length === 0 ? html`no difference` : html`${said.map((each) => html`<p>${each}</p>`)}`;
}

function renderOld(change: string, before: readonly string[]): Html {
  if (change === 'behavior') return html`before: ${before.join(', ')}`;
  const was = before.map((text) => html`<code>${text}</code> `);
  return change === 'renamed' ? html`named ${was}` : html`${was}`;
}

function renderResponses(text: string): Html {
  if (text === 'absent') return html`responses: absent`;
  const other = /^as (.*)$/.exec(text)?.[1];
  return other === undefined ? html`responses: ${renderInline(text)}` : html`responses: <code>${other}</code> instead`;
}

function renderRequests(text: string): Html {
  if (text === 'ignored') return html`requests: ignored`;
  return text === 'refused' ? html`requests: rejected` : html`requests: ${renderInline(text)}`;
}

const verbs: Readonly<Record<ClientEffect['class'], string>> = {
  breaking: 'breaking',
  unclear: 'may break',
  compatible: 'compatible',
};

/** Writes the effects that `nonet compare` reports. */
function renderEffects(effects: readonly ClientEffect[]): Html {
  return html`${effects.map(
    ({ direction, class: of, client }) =>
      html`<p>${direction}: <b>${verbs[of]}</b>${client !== undefined && html`. ${client}`}</p>`,
  )}`;
}
