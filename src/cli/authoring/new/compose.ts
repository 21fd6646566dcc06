import { sendsRecord, writeUsualPath, writeUsualResponse } from '../../../language-service/usual-rows.ts';
import type { AspectStatus } from '../../../markdown/content.ts';
import { grammars } from '../../../parts/grammars.ts';
import { readDocument } from '../../../parts/index.ts';
import { createSource } from '../../../text/location.ts';
import { formatTable } from '../../../text/table-row.ts';

/** A resource as it was answered. An empty list is an answer that was not given. */
export interface ResourceAnswers {
  readonly name: string;
  /** Each with its type and constraints. */
  readonly fields: readonly { readonly name: string; readonly type: string; readonly constraints: string }[];
  readonly states: readonly string[];
  readonly initial?: string;
  readonly final: readonly string[];
  readonly transitions: readonly { readonly name: string; readonly from: string; readonly to: string }[];
  readonly operations: readonly string[];
  readonly path?: string;
  /** Requests and responses contain the whole record. */
  readonly isWhole?: true;
}

/** The answers to the questions of `nonet new`. */
export interface Answers {
  readonly name: string;
  readonly purpose?: string;
  readonly resources: readonly ResourceAnswers[];
  readonly callers?: 'public' | 'key';
  /** How callers send their key, as the column Sent in states it. */
  readonly sentIn?: string;
}

/**
 * Writes the document that the answers state. It records every aspect that they do not state as not shown. A resource without fields
 * is left out, because the language requires one.
 */
export function composeDocument(answers: Answers): string {
  const { name } = answers;
  const resources = answers.resources.filter(({ fields }) => fields.length > 0);
  const stated = new Map([
    ['purpose', answers.purpose ?? ''],
    ['resources', resources.map(writeFields).join('\n\n')],
    ['states', resources.flatMap(writeStates).join('\n\n')],
    ['endpoints', writeOperations(resources)],
    ['authentication', writeCallers(answers)],
  ]);
  const write = (gaps: ReadonlyMap<string, string>): string =>
    `${[
      `# ${name}`,
      ...grammars.flatMap(({ part, title }) => [`## ${title}`, stated.get(part) ?? '', gaps.get(part) ?? '']),
    ]
      .filter((text) => text !== '')
      .join('\n\n')}\n`;
  const { content } = readDocument(createSource('document.md', write(new Map())));
  const missing = Map.groupBy(
    content.aspects.filter(({ status }) => status === 'missing'),
    ({ part }) => part,
  );
  const gaps = grammars.map(({ part, aspects }) => [part, writeGaps(missing.get(part) ?? [], aspects.length)] as const);
  return write(new Map(gaps));
}

function writeGaps(missing: readonly AspectStatus[], count: number): string {
  if (missing.length === 0) return '';
  if (missing.length === count) return 'Not shown.';
  const names = missing.map(({ aspect }) => aspect).join(', ');
  return `${names.charAt(0).toUpperCase()}${names.slice(1)}: not shown.`;
}

function writeFields({ name, fields }: ResourceAnswers): string {
  const rows = fields.map((field) => [field.name, field.type, field.constraints]);
  return `### ${name}\n\n${formatTable(['Field', 'Type', 'Constraints'], rows)}`;
}

function writeStates({ name, states, initial, final, transitions }: ResourceAnswers): readonly string[] {
  if (states.length === 0) return [];
  const kindOf = (state: string): string => (state === initial ? 'initial' : final.includes(state) ? 'final' : '');
  const tables = [
    formatTable(
      ['State', 'Kind'],
      states.map((state) => [state, kindOf(state)]),
    ),
  ];
  if (transitions.length > 0) {
    const rows = transitions.map((transition) => [transition.from, transition.name, transition.to]);
    tables.push(formatTable(['From', 'Transition', 'To'], rows));
  }
  return [`### ${name}`, ...tables];
}

function writeOperations(resources: readonly ResourceAnswers[]): string {
  const rows = resources.flatMap(({ name, operations, path, isWhole }) =>
    operations.map((operation) => {
      const sends = sendsRecord(operation);
      const shapes = isWhole
        ? [sends ? `\`${name}\`` : '', writeUsualResponse(operation, name, `${name}[]`)]
        : [sends ? 'not shown' : '', 'not shown'];
      return [`${operation} ${name}`, path === undefined ? 'not shown' : writeUsualPath(operation, path), ...shapes];
    }),
  );
  return rows.length === 0 ? '' : formatTable(['Operation', 'Path', 'Request', 'Response'], rows);
}

function writeCallers({ callers, sentIn }: Answers): string {
  if (callers === undefined) return '';
  const scopes = formatTable(['Scope', 'Allows'], [[callers === 'public' ? 'public' : 'authenticated', 'all']]);
  if (callers === 'public') return scopes;
  const schemes = formatTable(['Scheme', 'Kind', 'Sent in'], [['key', 'api key', sentIn ?? 'not shown']]);
  return `${schemes}\n\n${scopes}`;
}
