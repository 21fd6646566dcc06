import type { Cell } from '../../markdown/cells/cell.ts';
import { plainText } from '../../markdown/cells/cell-text.ts';
import type { ContentRow, ParseContext, PartContent } from '../../markdown/content.ts';
import type { Name } from '../../text/location.ts';
import { isName, nameFrom } from '../../text/names.ts';
import { nearest } from '../../text/nearest.ts';
import { present } from '../../text/present.ts';
import type { PlacementModel, VersioningModel, VersionModel } from './model.ts';
import { problems } from './problems.ts';
import { readChange } from './read/change.ts';
import { afterSunsets, changeVerbs, placements, statuses } from './words.ts';

/** Reads the part Versioning: versions, placements, changes and classes, each mistake at its place. */
export function read(content: PartContent, context: ParseContext): VersioningModel {
  const rows = (name: string): readonly ContentRow[] =>
    content.tables.filter((table) => table.grammar.name === name).flatMap((table) => table.rows);
  return {
    versions: rows('versions').flatMap((row) => readVersion(row, context) ?? []),
    placements: rows('placement').flatMap((row) => readPlacement(row, context) ?? []),
    changes: rows('changes').flatMap((row) => readChange(row, context) ?? []),
    compatibility: rows('compatibility').flatMap((row) => readClass(row, context) ?? []),
  };
}

function readVersion(row: ContentRow, context: ParseContext): VersionModel | undefined {
  const name = nameIn(row.cell('Version'));
  if (name === undefined) return undefined;
  if (!isName(name.value, 'lower') || name.value === 'current' || name.value === 'refused') {
    const near = nameFrom(name.value, 'lower');
    context.problems.push(problems.name(name.span, name.value, near === name.value ? undefined : near));
  }
  const found = nameIn(row.cell('Status'));
  const status = statuses.find((versionStatus) => versionStatus === found?.value);
  if (found !== undefined && status === undefined) {
    context.problems.push(problems['unknown-status'](found.span, found.value));
  }
  const released = readDate(row.cell('Released'), context);
  const sunset = readDate(row.cell('Sunset'), context);
  const after = nameIn(row.cell('After sunset'));
  const afterSunset = afterSunsets.find((candidate) => candidate === after?.value);
  if (after !== undefined && afterSunset === undefined) {
    context.problems.push(problems['unknown-after-sunset'](after.span, after.value));
  }
  const meaning = row.prose('Meaning');
  return {
    name,
    ...(found === undefined || status === undefined ? {} : { status: { value: status, span: found.span } }),
    ...present({ released, sunset }),
    ...(after === undefined || afterSunset === undefined
      ? {}
      : { afterSunset: { value: afterSunset, span: after.span } }),
    ...present({ meaning }),
    span: row.span,
  };
}

function readDate(cell: Cell, context: ParseContext): Name | undefined {
  const name = nameIn(cell);
  if (name === undefined || isDay(name.value)) return name;
  context.problems.push(problems.date(name.span, name.value));
  return undefined;
}

function isDay(text: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return false;
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
}

function readPlacement(row: ContentRow, context: ParseContext): PlacementModel | undefined {
  const found = nameIn(row.cell('Placed in'));
  if (found === undefined) return undefined;
  const place = placements.find((placement) => placement === found.value);
  if (place === undefined) {
    context.problems.push(problems['unknown-placement'](found.span, found.value));
    return undefined;
  }
  const name = nameIn(row.cell('Name'));
  if (name !== undefined) checkName(place, name, context);
  const whenAbsent = nameIn(row.cell('When absent'));
  return {
    in: { value: place, span: found.span },
    ...present({ name, whenAbsent }),
    span: row.span,
  };
}

function checkName(place: PlacementModel['in']['value'], { value, span }: Name, context: ParseContext): void {
  const say = (why: string, suggestion?: string): void => {
    context.problems.push(problems['placement-name'](span, value, why, suggestion));
  };
  if (place === 'header') {
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(value)) say('cannot be the name of a header');
  } else if (place === 'query') {
    if (!/^[A-Za-z0-9_.~-]+$/.test(value)) say('cannot be the name of a query parameter');
  } else if (value.split('{version}').length !== 2) {
    say('does not hold `{version}` once', place === 'path' ? '/v{version}' : 'application/vnd.service.{version}+json');
  } else if (place === 'path') {
    if (!/^(?:\/[A-Za-z0-9._~-]*(?:\{version\}[A-Za-z0-9._~-]*)?)+$/.test(value) || value.endsWith('/')) {
      say('is no prefix of paths', '/v{version}');
    }
  } else if (!/^[A-Za-z0-9!#$&^_.+-]+\/[A-Za-z0-9!#$&^_.+-]*\{version\}[A-Za-z0-9!#$&^_.+-]*$/.test(value)) {
    say('is no media type');
  }
}

function readClass(row: ContentRow, context: ParseContext): VersioningModel['compatibility'][number] | undefined {
  const change = nameIn(row.cell('Change'));
  if (change === undefined) return undefined;
  const known = changeVerbs.flatMap((verb) => [verb, `${verb} in requests`, `${verb} in answers`]);
  if (!known.includes(change.value)) {
    const suggestion = nearest(change.value, known);
    context.problems.push(problems['unknown-compatibility'](change.span, change.value, suggestion));
  }
  const found = nameIn(row.cell('Class'));
  if (found === undefined) return undefined;
  if (found.value === 'compatible' || found.value === 'breaking') {
    return { change, class: { value: found.value, span: found.span }, span: row.span };
  }
  context.problems.push(problems['unknown-class'](found.span, found.value));
  return undefined;
}

function nameIn(cell: Cell): Name | undefined {
  return cell.kind === 'value' ? { value: plainText(cell), span: cell.span } : undefined;
}
