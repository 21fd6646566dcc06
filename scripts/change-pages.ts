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

const tables = { purpose, resources, states, endpoints, authentication, events, errors, limits, versioning };

/** Returns every rule of a part, table by table. */
export function rulesOf(part: ChangePart): ChangeRule<never>[] {
  return Object.values<readonly ChangeRule<never>[]>(tables[part]).flat();
}

const titles = ['Rule', 'What differs', 'Change', 'Requests', 'Answers'];

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
    const table = [columns, columns.map(() => '---'), ...rows.map((row) => row.slice(0, columns.length))];
    const lines = table.map((row) => `|${row.map((cell) => (cell === '' ? ' |' : ` ${cell} |`)).join('')}`);
    const text = [`# ${partTitles[part]}`, '', ...lines, ''];
    pages.set(`${part}.md`, text.join('\n'));
    index.push(`- [${partTitles[part]}](${part}.md): ${rules.length} rules`);
  }
  const words =
    'What `nonet compare` knows, part by part: what differs, the word that the table Changes has for it, and what it means for ' +
    'what clients send and for what they get. Of a change that is felt in one direction only, the other is empty. Exposes says who may ' +
    'see or do what they could not.';
  pages.set('README.md', `# Rules of changes\n\n${words}\n\n${index.join('\n')}\n`);
  return pages;
}

function said(verdict: Verdict | undefined): string {
  if (verdict === undefined) return '';
  return verdict.client === undefined ? verdict.class : `${verdict.class}: ${verdict.client}`;
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
