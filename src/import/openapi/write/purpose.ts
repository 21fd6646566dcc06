import { type Part, type Prose, section, words } from '../../page/model.ts';
import { writeProse } from '../../page/prose.ts';
import { formatMeaning, formatTitle } from '../../page/text.ts';
import { get, getAt, readString, type Tree } from '../../source/tree.ts';
import type { Api } from '../api.ts';

/** Writes the name of the page. */
export function writeName({ root }: Api): { readonly text: string; readonly says: readonly Tree[] } {
  const title = getAt(root, 'info', 'title');
  const text = formatTitle(readString(title) ?? '');
  return text === '' ? { text: 'Unnamed', says: [] } : { text, says: title === undefined ? [] : [title] };
}

/** Writes the summary below the name: that of OpenAPI 3.1. */
export function writeSummary({ root }: Api): readonly Prose[] {
  const summary = getAt(root, 'info', 'summary');
  return writeProse(readString(summary) ?? '', summary);
}

/** Writes the first part: the description, whom to ask and the terms. */
export function writePurpose({ root }: Api): Part {
  const info = get(root, 'info');
  const own = section();
  const description = get(info, 'description');
  const { text, scope } = splitOwn(root, readString(description) ?? '');
  own.prose.push(...writeProse(text, description));
  for (const [name, value] of scope) own.lines.push({ kind: 'line', name, value: words(value, description) });
  const contact = get(info, 'contact');
  const parts = ['name', 'email', 'url']
    .map((key) => get(contact, key))
    .filter((tree) => readString(tree) !== undefined);
  if (parts.length > 0)
    own.lines.push({
      kind: 'line',
      name: 'Contact',
      value: words(formatMeaning(parts.map(readString).join(', ')), ...parts),
    });
  const terms = get(info, 'termsOfService');
  if (readString(terms) !== undefined)
    own.lines.push({ kind: 'line', name: 'Terms', value: words(formatMeaning(readString(terms)!), terms) });
  return { part: 'purpose', sections: [own], notes: [] };
}

interface OwnText {
  readonly text: string;
  readonly scope: readonly (readonly ['In scope' | 'Out of scope', string])[];
}

/** Takes apart the description that `nonet generate openapi` writes: the purpose, and after it the scope, the versions and the gaps. */
function splitOwn(root: Tree, text: string): OwnText {
  if (get(root, 'x-nonet-document') === undefined) return { text, scope: [] };
  const paragraphs = text.split('\n\n');
  const scope = paragraphs.flatMap((paragraph): OwnText['scope'] => {
    const [, name, list] = /^(In scope|Out of scope): ([^\n]+)\.$/.exec(paragraph) ?? [];
    return name === undefined || list === undefined ? [] : [[name as 'In scope', list]];
  });
  const versions = paragraphs.indexOf(/* not a message */ 'Versions of this API:');
  const kept = paragraphs.filter(
    (paragraph, index) =>
      !/^(In|Out of) scope: |^The document leaves something open: /.test(paragraph) &&
      (versions === -1 || (index !== versions && index !== versions + 1)),
  );
  return { text: kept.join('\n\n'), scope };
}
