import { type Html, html } from '../html.ts';

/** Says for callers which records a row rule leaves them: a rule about the caller in a sentence, any other without its condition. */
export function renderRule(words: string): Html {
  const { field, attribute } = /^(?<field>\w+) == caller\.(?<attribute>\w+)$/.exec(words)?.groups ?? {};
  if (field === undefined || attribute === undefined) return html`some records only`;
  if (field === 'id' && attribute === 'id') return html`your own record`;
  return attribute === 'id'
    ? html`records whose <code>${field}</code> is you`
    : html`records of your <code>${attribute}</code>`;
}
