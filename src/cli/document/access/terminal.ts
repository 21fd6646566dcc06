import { indentText } from '../../../diagnostics/width.ts';
import { type Access, listLabels, listPublicOperations, type OperationAccess } from '../../../plan/access/access.ts';
import type { Permission } from '../../../plan/access/permissions.ts';
import type { Reveal } from '../../../plan/access/reveals.ts';
import { isCustomHandler } from '../../../plan/handler-rules.ts';
import type { WholePlan } from '../../../plan/whole.ts';
import { enumerate } from '../../../text/enumerate.ts';
import { formatDuration } from '../../../text/numbers/duration.ts';
import { toPrintableLine } from '../../../text/printable.ts';
import { formatCount } from '../../shared/terminal.ts';
import { type Cell, drawTable, type Paint, type Row } from './table.ts';

const codes = { strong: '1', quiet: '34' } as const;

/** How a terminal shows who may do what. */
export interface AccessOptions {
  readonly colours: boolean;
  /** Columns of the terminal. */
  readonly width: number;
}

/** Formats who may do what for a terminal: the matrix, its conditions, the fields, and the values that show other records. */
export function formatAccess(plan: WholePlan, access: Access, { colours, width }: AccessOptions): string {
  const paint: Paint = (style, text) => (colours ? `\u001b[${codes[style]}m${text}\u001b[0m` : text);
  const sections = [
    formatMatrix(access, width, paint),
    ...[
      formatConditions(access, width),
      formatTenant(plan, width),
      formatFields(access, width),
      formatHidden(plan, access, width),
      formatReveals(access.reveals, width),
      formatChanges(access.changes, width),
      formatLinks(access, width),
    ].map(([head = '', ...lines]) => (head === '' ? [] : [paint('strong', head), ...lines])),
    formatGap(plan, width),
  ].filter((lines) => lines.length > 0);
  return sections.map((lines) => `${lines.join('\n')}\n`).join('\n');
}

function formatGap({ authentication }: WholePlan, width: number): readonly string[] {
  const text =
    'The document does not state how clients authenticate, so the service accepts requests from its own machine only.';
  return authentication.status === 'not shown' ? indentText('', text, width) : [];
}

/** Summarizes who may do what in one line. */
export function summarizeAccess(access: Access): string {
  const { audiences, operations, reveals } = access;
  const scopes = audiences.filter((audience) => audience !== 'public' && audience !== 'authenticated');
  const open = listPublicOperations(access).length;
  const counts = [
    formatCount(operations.length, 'operation'),
    scopes.length === 0 ? 'no scopes' : formatCount(scopes.length, 'scope'),
    open === 0 ? 'none public' : `${open} public`,
    ...(reveals.length === 0 ? [] : [`${formatCount(reveals.length, 'value')} from records out of reach`]),
  ];
  return counts.join(', ');
}

function formatMatrix(access: Access, width: number, paint: Paint): string[] {
  const { audiences, operations } = access;
  if (operations.length === 0) return [];
  const byResource = Map.groupBy(operations, ({ operation }) => operation.resource);
  const rows = [...byResource].flatMap(([resource, ofResource]): Row[] => [
    { label: resource ?? 'Without a resource' },
    ...mergeAlike(access, ofResource),
  ]);
  const used = new Set(rows.flatMap(({ cells }) => (cells ?? []).map(({ text }) => text)));
  const legend = [
    ...(used.has('all') ? ['all: every record'] : []),
    ...(used.has('–') ? ['–: nothing'] : []),
    ...(used.has('not shown') ? ['not shown: a gap, so nothing'] : []),
    ...(access.conditions.length > 0 ? ['a letter: the records for which Where holds'] : []),
  ];
  const inherits = audiences.length > 1 ? [inherited(audiences)] : [];
  return [
    ...drawTable(audiences.map(toPrintableLine), rows, width, paint),
    '',
    ...indentText('', [...legend, ...inherits].join('; '), width),
  ];
}

function inherited(audiences: Access['audiences']): string {
  const wider = audiences.filter((audience) => audience === 'public' || audience === 'authenticated');
  return wider.length === 0 ? 'the scopes of a caller add up' : `each column includes ${enumerate(wider, 'and')}`;
}

/** One row for all operations of a resource with the same permissions. */
function mergeAlike(access: Access, operations: readonly OperationAccess[]): Row[] {
  const rows = operations.map(({ operation, permissions }) => {
    const own = operation.resource === undefined ? '' : ` ${operation.resource}`;
    const name = operation.name.endsWith(own)
      ? operation.name.slice(0, operation.name.length - own.length)
      : operation.name;
    return { name: toPrintableLine(name), cells: permissions.map((permission) => formatCell(access, permission)) };
  });
  const alike = Map.groupBy(rows, ({ cells }) => cells.map(({ text }) => text).join('\n'));
  return [...alike.values()].map((same) => ({
    label: same.map(({ name }) => name).join(', '),
    cells: same[0]!.cells,
  }));
}

function formatCell(access: Access, permission: Permission): Cell {
  if (permission.may === 'all') return { text: 'all' };
  if (permission.may === 'some') return { text: listLabels(access, permission).join(', ') };
  return permission.notShown.length > 0 ? { text: 'not shown' } : { text: '–', style: 'quiet' };
}

function formatConditions({ conditions }: Access, width: number): string[] {
  if (conditions.length === 0) return [];
  const widest = Math.max(...conditions.map(({ label }) => label.length));
  return [
    'Where',
    ...conditions.flatMap(({ label, words, lines }) =>
      indentText(`  ${label.padEnd(widest)}  `, `${words} ${formatLines(lines)}`, width),
    ),
  ];
}

function formatTenant({ authentication: { tenantLine } }: WholePlan, width: number): string[] {
  if (tenantLine === undefined) return [];
  const { field, rules, shared, line } = tenantLine;
  return [
    `Tenant: ${field}${formatLines([line])}`,
    ...rules.flatMap(({ where, resources }) =>
      indentText('  ', `adds ${where} to Where, for ${enumerate(resources, 'and')}`, width),
    ),
    ...(shared.length === 0 ? [] : indentText('  ', `shared by all tenants: ${shared.join(', ')}`, width)),
  ];
}

function formatLines(lines: readonly number[]): string {
  return ` (${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')})`.replaceAll(' ', '\u00a0');
}

function formatLinks({ operations }: Access, width: number): string[] {
  const lines = operations.flatMap(({ operation: { name, signed } }) => {
    if (signed === undefined) return [];
    const time = formatDuration(signed.milliseconds);
    return indentText(
      '  ',
      `${name}: for ${time} after a response showed the link${formatLines([signed.line])}`,
      width,
    );
  });
  return lines.length === 0 ? [] : ['Signed links, which need no credential', ...lines];
}

function formatFields({ fields, audiences }: Access, width: number): string[] {
  if (fields.length === 0) return [];
  const widest = Math.max(...audiences.map((audience) => audience.length));
  const holders = Map.groupBy(fields, ({ of }) => of);
  return [
    'Fields that not every scope sees or sends',
    ...[...holders].flatMap(([of, rows]) => [
      `  ${of}`,
      ...rows.flatMap(({ audience, unseen, unsent }) => {
        const facts = [
          ...(unseen === undefined ? [] : [`does not see ${unseen.join(', ')}`]),
          ...(unsent === undefined ? [] : [`does not send ${unsent.join(', ')}`]),
        ];
        return indentText(`    ${audience.padEnd(widest)}  `, facts.join('; '), width);
      }),
    ]),
  ];
}

function formatHidden({ resources, operations }: WholePlan, { hidden }: Access, width: number): string[] {
  if (hidden.length === 0) return [];
  const isCoded = operations.some(isCustomHandler);
  const widest = Math.max(...hidden.map(({ resource }) => resource.length));
  return [
    `Fields that no response shows${isCoded ? ' (handlers may return their values)' : ''}`,
    ...[...Map.groupBy(hidden, ({ resource }) => resource)].flatMap(([resource, fields]) => {
      const isWhole = resources.find(({ name }) => name === resource)?.fields.length === fields.length;
      const names = fields.map(({ field, direction }) => (direction === undefined ? field : `${field} (${direction})`));
      return indentText(`  ${resource.padEnd(widest)}  `, isWhole ? 'every field' : names.join(', '), width);
    }),
  ];
}

function formatReveals(reveals: readonly Reveal[], width: number): string[] {
  if (reveals.length === 0) return [];
  return [
    'Values from records that a caller cannot read',
    ...reveals.flatMap(({ value, words, line, of, by, to }) => [
      ...indentText('  ', `${value} ${formatLines([line])}`, width),
      ...indentText('    ', `= ${words}`, width),
      ...(['none', 'some'] as const).flatMap((reads) => {
        const audiences = to.filter((one) => one.reads === reads).map(({ audience }) => audience);
        if (audiences.length === 0) return [];
        const [read, get] = audiences.length === 1 ? ['reads', 'gets'] : ['read', 'get'];
        const records = reads === 'none' ? `no ${of}` : `some records of ${of}`;
        return indentText('    ', `${enumerate(audiences, 'and')} ${read} ${records}, and ${get} ${shown[by]}`, width);
      }),
    ]),
  ];
}

function formatChanges(changes: Access['changes'], width: number): string[] {
  if (changes.length === 0) return [];
  const names = changes.map(({ operation, timed }) => `${operation}${timed ? ' (timed)' : ''}`);
  const widest = Math.max(...names.map((name) => name.length));
  return [
    'Changes to other records, which need no right of the caller',
    ...changes.flatMap(({ changes: all, lines }, at) =>
      indentText(`  ${names[at]!.padEnd(widest)}  `, `${all.join(', ')} ${formatLines(lines)}`, width),
    ),
  ];
}

const shown: Readonly<Record<Reveal['by'], string>> = {
  exists: 'whether one matches',
  count: 'how many match',
  sum: 'the sum over all that match',
  min: 'the least value of all that match',
  max: 'the greatest value of all that match',
  ref: 'a field of the one that the record names',
};
