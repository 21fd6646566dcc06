import type { Cell } from '../../markdown/cells/cell.ts';
import { toPlainString } from '../../markdown/cells/cell-text.ts';
import { readItems, readText } from '../../markdown/cells/readers.ts';
import type { ContentRow, ContentTable, ParseContext, PartContent } from '../../markdown/content.ts';
import { createRowReader, hasCell } from '../../markdown/records.ts';
import type { Name, SourceText } from '../../text/location.ts';
import { findNearest } from '../../text/nearest.ts';
import { diagnostics } from './diagnostics.ts';
import { grammar } from './grammar.ts';
import type { ChangeModel, ChangeVerb, PlacementModel, VersioningModel } from './model.ts';
import { readOldRequests, readOldResponses } from './read/older.ts';
import { readWhere } from './read/where.ts';
import { changeForms, changeVerbs, placements } from './words.ts';

/** Reads the rows of the table Changes; one whose kind is not known is left out. */
function readChanges(tables: readonly ContentTable[], context: ParseContext): readonly ChangeModel[] {
  return readRows(tables, context).filter((row) => hasCell(row, 'change'));
}

const readRows = createRowReader(grammar, 'changes', {
  change: diagnostics['unknown-change'],
  where: (cell, context, row) => {
    const verb = readVerb(row);
    return cell.kind === 'value' && verb !== undefined ? readWhere(cell.text, verb, context) : undefined;
  },
  before: readBefore,
  oldResponses: readOldResponses,
  oldRequests: readOldRequests,
});

function readVerb(row: ContentRow): ChangeVerb | undefined {
  const found = toPlainString(row.cell('Change'));
  return changeVerbs.find((verb) => verb === found);
}

function readBefore(cell: Cell, context: ParseContext, row: ContentRow): readonly SourceText[] {
  const verb = readVerb(row);
  if (cell.kind !== 'value' || verb === undefined) return [];
  if (changeForms[verb].prose === true) return [cell.text.words];
  return readItems(cell, ';', ({ words }) => words, 'Before', context);
}

/** Reads the part Versioning: versions, placements, changes and classes, each mistake at its place. */
export function read({ tables }: PartContent, context: ParseContext): VersioningModel {
  return {
    versions: readVersions(tables, context),
    placements: readPlacements(tables, context),
    changes: readChanges(tables, context),
    compatibility: readClasses(tables, context).filter((row) => hasCell(row, 'class')),
  };
}

const readVersions = createRowReader(grammar, 'versions', {
  name: diagnostics.name,
  status: diagnostics['unknown-status'],
  released: readDate,
  sunset: readDate,
  afterSunset: diagnostics['unknown-after-sunset'],
});

const readPlacements = createRowReader(grammar, 'placement', {
  in: diagnostics['unknown-placement'],
  name: readPlacementName,
});

const readClasses = createRowReader(grammar, 'compatibility', {
  change: readKindOfChange,
  class: diagnostics['unknown-class'],
});

function readDate(cell: Cell, context: ParseContext): Name | undefined {
  const name = readText(cell);
  if (name === undefined || isDay(name.value)) return name;
  context.diagnostics.push(diagnostics.date(name.span, name.value));
  return undefined;
}

function isDay(text: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return false;
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
}

function readKindOfChange(cell: Cell, context: ParseContext): Name | undefined {
  const change = readText(cell);
  const known = changeVerbs.flatMap((verb) => [verb, `${verb} in requests`, `${verb} in responses`]);
  if (change !== undefined && !known.includes(change.value)) {
    const suggestion = findNearest(change.value, known);
    context.diagnostics.push(diagnostics['unknown-compatibility'](change.span, change.value, suggestion));
  }
  return change;
}

/** Reads the name of a placement, as its place asks; one of another form is a diagnostic and stays. */
function readPlacementName(cell: Cell, context: ParseContext, row: ContentRow): Name | undefined {
  const name = readText(cell);
  const placedIn = toPlainString(row.cell('Sent in'));
  const place = placements.find((known) => known === placedIn);
  if (name !== undefined && place !== undefined) checkName(place, name, context);
  return name;
}

function checkName(place: PlacementModel['in']['value'], { value, span }: Name, context: ParseContext): void {
  const say = (why: string, suggestion?: string): void => {
    context.diagnostics.push(diagnostics['placement-name'](span, value, why, suggestion));
  };
  if (place === 'header') {
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(value)) say('cannot be the name of a header');
  } else if (place === 'query') {
    if (!/^[A-Za-z0-9_.~-]+$/.test(value)) say('cannot be the name of a query parameter');
  } else if (value.split('{version}').length !== 2) {
    say(
      'does not contain `{version}` exactly once',
      place === 'path' ? '/v{version}' : 'application/vnd.service.{version}+json',
    );
  } else if (place === 'path') {
    if (!/^(?:\/[A-Za-z0-9._~-]*(?:\{version\}[A-Za-z0-9._~-]*)?)+$/.test(value) || value.endsWith('/')) {
      say('is not a path prefix', '/v{version}');
    }
  } else if (!/^[A-Za-z0-9!#$&^_.+-]+\/[A-Za-z0-9!#$&^_.+-]*\{version\}[A-Za-z0-9!#$&^_.+-]*$/.test(value)) {
    say('is not a media type');
  }
}
