import type { CellGap } from '../../../markdown/content.ts';
import type { Problem } from '../../../problems/problem.ts';
import { lineSpan } from '../../../text/location.ts';
import { operationsOf } from '../../resolve/operation-names.ts';
import type { Service } from '../../service.ts';
import { candidatesOf, keyOf } from '../candidates.ts';
import type { PossibleRefusal, RefusedAt } from '../choose.ts';
import { conditionOf, conditions } from '../conditions/index.ts';
import { problems } from '../problems.ts';
import { placeKind } from './places.ts';
import { reportTwo } from './two-answers.ts';

type Report = (problem: Problem) => void;

/** Checks that no refusal which names no code is left to two rows that are otherwise named, in a document without errors. */
export function checkUnnamed(service: Service, report: Report, refusals: readonly PossibleRefusal[]): void {
  for (const candidates of candidatesOf(service).values()) {
    const [first] = candidates;
    if (first === undefined || candidates.some(({ named }) => !named)) continue;
    const second = candidates.find(({ code }) => code !== first.code);
    const { name, on } = first.condition;
    const happens = (): boolean =>
      refusals.some(
        (refusal) => !refusal.isNamed && refusal.condition === name.value && narrowings(refusal).includes(on?.value),
      );
    if (second !== undefined && happens()) reportTwo(first, second, report);
  }
}

/**
 * Checks that each Condition can happen, in a document without errors. Handlers may refuse as they like, and a part that is not shown may
 * produce anything: such documents are left alone.
 */
export function checkHappens(service: Service, report: Report, refusals: readonly PossibleRefusal[]): void {
  const isUnclear = service.aspects.some(({ part, status }) => factual.has(part) && status === 'not shown');
  if (isUnclear || operationsOf(service).all.some((operation) => operation.name.code)) return;
  const happening = new Set<string>();
  for (const refusal of refusals) for (const on of narrowings(refusal)) happening.add(keyOf(refusal.condition, on));
  for (const { name, on, span } of service.errors.codes.flatMap((code) => code.conditions)) {
    const needs = conditionOf(name.value)?.needs;
    if (needs === undefined || (on !== undefined && placeKind(service, on.value) === undefined)) continue;
    const key = keyOf(name.value, on?.value);
    if (!happening.has(key)) report(problems['never-happens'](span, key, needs));
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

/** The narrowings by which a row may answer at a place; the last is none. */
function narrowings({ operation, transition, resource }: RefusedAt): (string | undefined)[] {
  return [...[operation, transition, resource].filter((one) => one !== undefined), undefined];
}

/** The refusals that no row answers, each condition once or, where rows answer some of it, once for each place. */
export function uncovered({ source }: Service, refusals: readonly PossibleRefusal[]): CellGap[] {
  const byCondition = Map.groupBy(refusals, ({ condition }) => condition);
  const gaps: CellGap[] = [];
  for (const { name, listedByPlace, narrowedTo, isOfHost } of conditions) {
    const places = byCondition.get(name) ?? [];
    const open = places.filter(({ code }) => code === undefined);
    const first = open[0];
    if (first === undefined || isOfHost === true) continue;
    const alone = narrowedTo.length === 0 || (open.length === places.length && listedByPlace !== true);
    const said = new Set<string>();
    for (const { transition, operation, resource, line } of alone ? [first] : open) {
      const column = alone ? name : keyOf(name, transition ?? operation ?? resource);
      if (!said.has(column)) gaps.push({ part: 'errors', subject: 'Errors', column, span: lineSpan(source, line) });
      said.add(column);
    }
  }
  return gaps;
}
