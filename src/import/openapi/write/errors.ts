import { formatTable } from '../../../text/table-row.ts';
import type { LossSink } from '../../ledger/ledger.ts';
import { type Prose, prose } from '../../page/model.ts';
import { formatMeaning } from '../../page/text.ts';
import { readString, type Tree } from '../../source/tree.ts';
import type { ApiResponse } from '../api.ts';
import { findMedia } from '../bodies.ts';
import type { Schemas } from '../model.ts';
import type { WrittenOperation } from '../operations.ts';

interface ErrorRow {
  readonly status: string;
  readonly meaning: string;
  readonly body: string;
  readonly operations: string[];
}

/** Whether a response is an error, or stands for all that are not stated. */
export function isError({ status }: ApiResponse): boolean {
  return /^[45]/.test(status) || status === 'default';
}

/**
 * Writes the notes of Errors. An error of Nonet belongs to a code. A description states statuses, so the notes list them, with the
 * operations that have them.
 */
export function writeErrors(schemas: Schemas, operations: readonly WrittenOperation[]): readonly Prose[] {
  const rows = new Map<string, ErrorRow>();
  for (const { operation, name } of operations) {
    for (const response of operation.responses.filter(isError)) {
      const { status, description, tree } = response;
      const body = describeBody(schemas, response);
      const meaning = formatMeaning(readString(description) ?? '');
      const key = JSON.stringify([status, meaning, body]);
      const row = rows.get(key) ?? { status, meaning, body, operations: [] };
      row.operations.push(name);
      rows.set(key, row);
      loseResponse(schemas.losses, tree, response.refs);
    }
  }
  return writeNotes([...rows.values()], operations.length);
}

function loseResponse(losses: LossSink, tree: Tree, refs: readonly Tree[]): void {
  const why = 'An error belongs to a code, and the source states a status.';
  losses.lose(tree, 'a row in the notes of Errors', why);
  for (const ref of refs) losses.lose(ref, 'a row in the notes of Errors', why);
}

function describeBody(schemas: Schemas, { content }: ApiResponse): string {
  const media = findMedia(content, 'json') ?? content[0];
  if (media?.schema === undefined) return media === undefined ? '' : media.type;
  const { target } = schemas.unwrap(media.schema);
  return schemas.nameOf(target, 'Error body')?.name ?? [...schemas.facetsOf(media.schema).types].join(' or ');
}

const mostNamed = 12;

function writeNotes(rows: readonly ErrorRow[], all: number): readonly Prose[] {
  if (rows.length === 0) return [];
  const sorted = rows.toSorted((a, b) => a.status.localeCompare(b.status));
  const table = formatTable(
    ['Status', 'Body', 'Meaning', 'Operations'],
    sorted.map(({ status, body, meaning, operations }) => [
      formatMeaning(status),
      formatMeaning(body),
      meaning,
      listNames([...new Set(operations)], all),
    ]),
  );
  return [prose('The source states these responses, without codes:'), prose(table)];
}

function listNames(names: readonly string[], all: number): string {
  if (names.length === all && all > 1) return 'all';
  if (names.length <= mostNamed) return names.join(', ');
  return `${names.slice(0, mostNamed).join(', ')} and ${names.length - mostNamed} more`;
}
