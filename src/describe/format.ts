import { Document, visit } from 'yaml';
import { escapeHidden, escapeUnits } from './hidden.ts';

/** Formats a description as JSON of two spaces, with a newline at its end. */
export function formatJson(description: object): string {
  return `${JSON.stringify(description, null, 2)}\n`;
}

/**
 * Formats a description as YAML 1.2, without aliases: every part is written out where it is used. Texts with hidden characters have
 * them as escapes: some of these end a line in YAML 1.1.
 */
export function formatYaml(description: object): string {
  const document = new Document(description, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === 'string' && escapeText(node.value) !== node.value) node.type = 'QUOTE_DOUBLE';
    },
  });
  // Of a text in double quotes, as which each such text was written.
  return escapeText(document.toString({ lineWidth: 0, doubleQuotedAsJSON: true }));
}

/** Escapes hidden characters but line feeds and tabs, which YAML shows. */
function escapeText(text: string): string {
  return text
    .split(/([\n\t])/)
    .map((part, at) => (at % 2 === 0 ? escapeHidden(part, escapeUnits) : part))
    .join('');
}
