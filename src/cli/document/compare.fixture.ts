import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder } from '../../../tests/support/process.ts';
import { said } from '../shared/terminal.fixture.ts';

/** How the invoices record that they have no version. */
export const gap = 'Version identifiers, placement and compatibility rules: not shown.';
/** The row of a field that the tests change. */
export const memo = '| memo | string or null | ..500 characters |';
/** A small document without a version. */
export const invoices = `# Invoices

## What the service does

Keeps invoices.

## Resources and their fields

### Invoice

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
${memo}

## States and transitions

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Invoice | POST | /invoices | \`Invoice\` | 201 \`Invoice\` |
| read Invoice | GET | /invoices/{id} | | 200 \`Invoice\` |

## Authentication

## Events

## Errors

## Limits

## Versioning

${gap}
`;

/** How the program ended. */
export interface Ended {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the program with these words. */
export async function nonet(...words: string[]): Promise<Ended> {
  const { status, out, err } = await said(words);
  return { status, out: out.join('\n'), err: err.join('\n') };
}

/** Two documents in a folder, compared with these words behind their names. */
export async function compared(
  old: string,
  now: string,
  words: readonly string[],
  look: (ended: Ended, after: string) => void,
): Promise<void> {
  await inFolder(async (folder) => {
    const [older, newer] = [join(folder, 'old.md'), join(folder, 'new.md')];
    writeFileSync(older, old);
    writeFileSync(newer, now);
    look(await nonet('compare', older, newer, ...words), readFileSync(newer, 'utf8'));
  });
}

/** The invoices with versions, `added` behind the table of versions. */
export function versioned(versions: readonly string[], added = ''): string {
  const rows = versions.map((version, index) => `| ${version} | ${index === 0 ? 'current' : 'supported'} |`);
  return invoices.replace(gap, `### Versions\n\n| Version | Status |\n| --- | --- |\n${rows.join('\n')}\n${added}`);
}

/** A document with one field more. */
export const withNote = (text: string): string => text.replace(/(\| memo .*)/, '$1\n| hint | string or null | |');
/** A document with one bound tighter. */
export const shorter = (text: string): string => text.replace('..500 characters', '..400 characters');

/** The invoices with one version and a scope whose row rule is `where`, `added` at the end. */
export function scoped(where: string, added = ''): string {
  const scopes = `| Scope | Allows | Where |\n| --- | --- | --- |\n| staff | all | ${where} |`;
  const keys = '| Scheme | Kind | Sent in |\n| --- | --- | --- |\n| key | api key | header Authorization: Bearer |';
  return versioned(['1'], added).replace('## Authentication\n', `## Authentication\n\n${keys}\n\n${scopes}\n`);
}
