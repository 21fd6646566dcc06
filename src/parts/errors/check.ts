import type { CellGap } from '../../markdown/content.ts';
import type { Problem } from '../../problems/problem.ts';
import { operationsOf } from '../resolve/operation-names.ts';
import type { Service } from '../service.ts';
import { checkBody } from './check/body.ts';
import { checkFields } from './check/fields.ts';
import { checkPlaces, placeKind } from './check/places.ts';
import { type Candidate, candidatesOf, happensUnnamed, isCovered, keyOf, narrowings } from './chosen.ts';
import { conditionOf, conditions } from './conditions/index.ts';
import { at } from './conditions/places.ts';
import { namedCodes, producedIn } from './facts.ts';
import type { CodeModel } from './model.ts';
import { problems } from './problems.ts';

type Report = (problem: Problem) => void;

/** Checks the part Errors against the rest: statuses, narrowings, codes for one refusal, the body. */
export function check(service: Service, report: Report): void {
  const handlers = operationsOf(service).all.some((operation) => operation.name.code);
  // without the column Condition its aspect is a gap, which says more than a warning for each row
  const aspect = service.aspects.find((status) => status.part === 'errors' && status.aspect === 'conditions');
  const stated = aspect?.status === 'stated' || aspect?.status === 'none';
  for (const code of service.errors.codes) {
    checkStatus(service, code, report);
    checkTwice(code, report);
    const { value, span } = code.code;
    const named = handlers || namedCodes(service).has(value);
    if (code.conditions.length === 0 && !named && stated && code.unread !== true)
      report(problems['never-answered'](span, value));
  }
  checkPlaces(service, report);
  checkTwoAnswers(service, report);
  checkFields(service, report);
  checkBody(service, report);
}

function checkStatus(service: Service, { code, status, conditions: rows }: CodeModel, report: Report): void {
  if (status === undefined) return;
  const { value, span } = status;
  const names =
    rows.length > 0 ? rows.map((condition) => condition.name.value) : (namedCodes(service).get(code.value) ?? []);
  const wrong = names.find((name) => !fits(value, conditionOf(name)?.statuses ?? 'client'));
  if (wrong !== undefined) report(problems['status-range'](span, value, wrong));
  else if (names.length === 0 && !fits(value, 'client')) report(problems['status-range'](span, value, undefined));
}

function fits(status: number, statuses: 'client' | 'credential' | 'client or server'): boolean {
  if (statuses === 'credential') return status === 401 || status === 403;
  return status >= 400 && status < (statuses === 'client' ? 500 : 600);
}

function checkTwice({ conditions: rows }: CodeModel, report: Report): void {
  const seen = new Set<string>();
  for (const { name, on, raisedBy, span } of rows) {
    const key = raisedBy === undefined ? keyOf(name.value, on?.value) : `raised by ${raisedBy.value}`;
    if (seen.has(key)) report(problems['condition-twice'](span, key));
    seen.add(key);
  }
}

function checkTwoAnswers(service: Service, report: Report): void {
  const all = candidatesOf(service);
  for (const candidates of all.values()) {
    const first = candidates[0];
    if (first === undefined) continue;
    const { name, on } = first.condition;
    const open = candidates.filter((candidate) => !candidate.named);
    for (const other of open.slice(1)) tell(open[0]!, other, report);
    for (const around of on === undefined ? [] : placesAround(service, on.value)) {
      const wider = all.get(keyOf(name.value, around))?.find((candidate) => !candidate.named);
      if (wider !== undefined && open[0] !== undefined) tell(wider, open[0], report);
    }
    const second = candidates.find((candidate) => candidate.code !== first.code);
    if (open.length === 0 && second !== undefined && happensUnnamed(service, name.value, on?.value)) {
      tell(first, second, report);
    }
  }
}

/**
 * Checks that each Condition can happen, in a document without errors. Handlers may refuse as they like, and a part that is not shown may
 * produce anything: such documents are left alone.
 */
export function checkHappens(service: Service, report: Report): void {
  const isUnclear = service.aspects.some(({ part, status }) => factual.has(part) && status === 'not shown');
  if (isUnclear || operationsOf(service).all.some((operation) => operation.name.code)) return;
  for (const { name, on, span } of service.errors.codes.flatMap((code) => code.conditions)) {
    const needs = conditionOf(name.value)?.needs;
    if (needs === undefined || (on !== undefined && placeKind(service, on.value) === undefined)) continue;
    const places = producedIn(service).get(name.value) ?? [];
    if (!places.some((place) => narrowings(place).includes(on?.value)))
      report(problems['never-happens'](span, keyOf(name.value, on?.value), needs));
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

/** What a narrowing lies in: of an operation that runs a transition under a name of its own that one, and the resource. */
function placesAround(service: Service, on: string): readonly string[] {
  const operation = operationsOf(service).named.get(on);
  if (operation === undefined) return [on.slice(on.lastIndexOf(' ') + 1)].filter((resource) => resource !== on);
  const { transition, resource } = at(operation);
  return [transition, resource].filter((place): place is string => place !== undefined && place !== on);
}

function tell(first: Candidate, second: Candidate, report: Report): void {
  if (first.code === second.code) return;
  const { name, on, span } = second.condition;
  report(problems['two-answers'](span, keyOf(name.value, on?.value), first.code.code.value, first.condition.span));
}

/** The conditions that a fact of the document can produce and that no name and no row covers. */
export function uncovered(service: Service): CellGap[] {
  const gaps: CellGap[] = [];
  for (const { name, listedByPlace, narrowedTo } of conditions) {
    const places = producedIn(service).get(name) ?? [];
    const open = places.filter((place) => !isCovered(service, name, place));
    const first = open[0];
    if (first === undefined) continue;
    const alone = narrowedTo.length === 0 || (open.length === places.length && listedByPlace !== true);
    const said = new Set<string>();
    for (const place of alone ? [first] : open) {
      const column = alone ? name : keyOf(name, place.transition ?? place.operation ?? place.resource);
      if (!said.has(column)) gaps.push({ part: 'errors', subject: 'Errors', column, span: place.span });
      said.add(column);
    }
  }
  return gaps;
}
