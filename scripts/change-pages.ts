import { type ChangePart, changeParts, type Verdict } from '../src/diff/change.ts';
import { partTitles } from '../src/diff/report.ts';
import type { ChangeRule } from '../src/diff/rule.ts';
import * as authentication from '../src/parts/authentication/diff/index.ts';
import * as endpoints from '../src/parts/endpoints/diff/index.ts';
import * as errors from '../src/parts/errors/diff/index.ts';
import * as events from '../src/parts/events/diff/index.ts';
import * as limits from '../src/parts/limits/diff/limits.ts';
import * as purpose from '../src/parts/purpose/diff/purpose.ts';
import * as resources from '../src/parts/resources/diff/index.ts';
import * as states from '../src/parts/states/diff/index.ts';
import * as versioning from '../src/parts/versioning/diff/index.ts';
import { formatTable } from '../src/text/table-row.ts';

const tables = { purpose, resources, states, endpoints, authentication, events, errors, limits, versioning };

/** Returns every rule of a part, table by table. */
export function rulesOf(part: ChangePart): ChangeRule<never>[] {
  return Object.values<readonly ChangeRule<never>[]>(tables[part]).flat();
}

const titles = ['Rule', 'Difference', 'Change', 'Requests', 'Responses'];

/** The pages of `docs/compare-rules/` by file name: one for each part, with every rule that `nonet compare` knows, and their index. */
export function changePages(): Map<string, string> {
  const pages = new Map<string, string>();
  const index: string[] = [];
  for (const part of changeParts) {
    const rules = rulesOf(part);
    const columns = rules.some(({ exposes }) => exposes !== undefined) ? [...titles, 'Exposes'] : titles;
    const rows = rules.map(({ name, verb, differs, requests, answers, exposes }) => [
      `\`${name.slice(name.indexOf('/') + 1)}\``,
      capital(differs),
      verb ?? '',
      said(requests),
      said(answers),
      exposes ?? '',
    ]);
    const table = formatTable(
      columns,
      rows.map((row) => row.slice(0, columns.length)),
    );
    const text = [`# ${partTitles[part]}`, '', table, ''];
    pages.set(`${part}.md`, text.join('\n'));
    index.push(`- [${partTitles[part]}](${part}.md): ${rules.length} rules`);
  }
  const words =
    'The rules of `nonet compare`, part by part. Change is the word for the difference in the table Changes. Requests and Responses name ' +
    'the clients that the difference breaks, or may break; a cell is empty if the difference does not affect that direction. Exposes names ' +
    'who can see or do more than before.';
  pages.set('README.md', `# Rules of nonet compare\n\n${words}\n\n${index.join('\n')}\n`);
  return pages;
}

function said(verdict: Verdict | undefined): string {
  if (verdict === undefined) return '';
  return verdict.client === undefined ? verdict.class : `${verdict.class}: ${verdict.client}`;
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
