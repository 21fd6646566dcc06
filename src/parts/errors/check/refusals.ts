import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { CellGap } from '../../../markdown/content.ts';
import { findLineSpan } from '../../../text/location.ts';
import { indexNamedCodes } from '../../resolve/named-codes.ts';
import { createOperationNames } from '../../resolve/operation-names.ts';
import type { Service } from '../../service.ts';
import { buildConditionKey, indexCandidates } from '../candidates.ts';
import type { PossibleRefusal, RefusedAt } from '../choose.ts';
import { conditions, findCondition } from '../conditions/index.ts';
import { diagnostics } from '../diagnostics.ts';
import { nameCode } from '../read/convention.ts';
import { placeKind } from './places.ts';
import { reportTwo } from './two-answers.ts';

type Report = (diagnostic: Diagnostic) => void;

/** The checks of the rows of Errors against the errors that a service can have. */
export interface RefusalFindings {
  /** The conditions of rows, as rows say them (`not unique on create Customer`), that happen. */
  readonly happening: ReadonlySet<string>;
  /** Conditions that some refusal answers with the code of their name. */
  readonly conventional: ReadonlySet<string>;
  /** Refusals whose fact names no code. */
  readonly unnamed: ReadonlySet<string>;
  /** The refusals that no row answers, each condition once or, where rows answer some of it, once for each place. */
  readonly gaps: readonly CellGap[];
}

/** Reads the refusals that a service can give once, from first to last, and keeps none of them. */
export function findRefusals(service: Service, refusals: Iterable<PossibleRefusal>): RefusalFindings {
  const asked = Map.groupBy(
    service.errors.codes.flatMap((code) => code.conditions),
    ({ name }) => name.value,
  );
  const narrowed = new Map([...asked].map(([name, rows]) => [name, new Set(rows.map(({ on }) => on?.value))]));
  const found = { happening: new Set<string>(), unnamed: new Set<string>() };
  const conventional = new Set<string>();
  const places = indexRefusalLocations(service, new Set(asked.keys()));
  for (const refusal of refusals) {
    const rows = narrowed.get(refusal.condition);
    if (rows !== undefined) noteRows(rows, refusal, found);
    notePlace(places, refusal);
    if (refusal.code === nameCode(refusal.condition)) conventional.add(refusal.condition);
  }
  return { ...found, conventional, gaps: listGaps(service, places) };
}

function noteRows(
  rows: ReadonlySet<string | undefined>,
  refusal: PossibleRefusal,
  { happening, unnamed }: Readonly<Record<'happening' | 'unnamed', Set<string>>>,
): void {
  for (const on of listNarrowings(refusal)) {
    if (!rows.has(on)) continue;
    const key = buildConditionKey(refusal.condition, on);
    happening.add(key);
    if (!refusal.isNamed) unnamed.add(key);
  }
}

/** Checks that no refusal which names no code is left to two rows that are otherwise named, in a document without errors. */
export function checkUnnamed(service: Service, report: Report, { unnamed }: RefusalFindings): void {
  for (const [key, candidates] of indexCandidates(service)) {
    const [first] = candidates;
    if (first === undefined || candidates.some(({ named }) => !named)) continue;
    const second = candidates.find(({ code }) => code !== first.code);
    if (second !== undefined && unnamed.has(key)) reportTwo(first, second, report);
  }
}

/**
 * Checks that each Condition can happen, in a document without errors. Handlers may refuse as they like, and a part that is not shown may
 * produce anything: such documents are left alone.
 */
export function checkHappens(service: Service, report: Report, { happening }: RefusalFindings): void {
  const isUnclear = service.aspects.some(({ part, status }) => factual.has(part) && status === 'not shown');
  if (isUnclear || createOperationNames(service).hasHandlers) return;
  const rows = service.errors.codes.flatMap((code) => code.conditions);
  for (const { name, on, span } of rows.filter(({ span }) => span !== service.errors.convention)) {
    const needs = findCondition(name.value)?.needs;
    if (needs === undefined || (on !== undefined && placeKind(service, on.value) === undefined)) continue;
    const key = buildConditionKey(name.value, on?.value);
    if (!happening.has(key)) report(diagnostics['never-happens'](span, key, needs));
  }
}

/** The parts whose facts produce refusals. */
const factual: ReadonlySet<string> = new Set([
  'resources',
  'states',
  'endpoints',
  'authentication',
  'limits',
  'versioning',
]);

/** The narrowings by which a row may match at a place; the last is none. */
function listNarrowings({ operation, transition, resource }: RefusedAt): (string | undefined)[] {
  return [...[operation, transition, resource].filter((narrowing) => narrowing !== undefined), undefined];
}

/** Where one condition happens: whether rows answer some of it, and the places at which none does, each with its first line. */
interface Places {
  /** Its gaps may be listed by place; else the first of them is all that is asked. */
  readonly isListed: boolean;
  isAnswered: boolean;
  readonly open: Map<string | undefined, number>;
}

function notePlace(places: Map<string, Places>, refusal: PossibleRefusal): void {
  const { condition, code, transition, operation, resource, line } = refusal;
  const known = places.get(condition);
  if (known === undefined) return;
  const place = known.isListed ? (transition ?? operation ?? resource) : undefined;
  if (code !== undefined) known.isAnswered = true;
  else if (!known.open.has(place)) known.open.set(place, line);
}

/** Places for each condition whose gaps count; places of their own have those that rows may answer in part. */
function indexRefusalLocations(service: Service, rows: ReadonlySet<string>): Map<string, Places> {
  const named = new Set([...indexNamedCodes(service).values()].flat());
  return new Map(
    conditions
      .filter(({ isOfHost }) => isOfHost !== true)
      .map(({ name, listedByPlace, neverNarrowed }) => {
        const isSplit = listedByPlace === true || rows.has(name) || named.has(name);
        return [name, { isListed: neverNarrowed !== true && isSplit, isAnswered: false, open: new Map() }];
      }),
  );
}

function listGaps({ source }: Service, places: ReadonlyMap<string, Places>): CellGap[] {
  return conditions.flatMap(({ name, listedByPlace }) => {
    const { isListed, isAnswered, open } = places.get(name) ?? none;
    const isAlone = !isListed || (!isAnswered && listedByPlace !== true);
    return [...open].slice(0, isAlone ? 1 : undefined).map(([place, line]): CellGap => {
      const column = isAlone ? name : buildConditionKey(name, place);
      return { part: 'errors', subject: 'Errors', column, span: findLineSpan(source, line) };
    });
  });
}

const none: Places = { isListed: false, isAnswered: false, open: new Map() };
