import { stringify } from 'yaml';

/** Formats a description as JSON of two spaces, with a newline at its end. */
export function formatJson(description: object): string {
  return `${JSON.stringify(description, null, 2)}\n`;
}

/** Formats a description as YAML 1.2, without aliases: every part is written out where it is used. */
export function formatYaml(description: object): string {
  return stringify(description, { aliasDuplicateObjects: false, lineWidth: 0 });
}
