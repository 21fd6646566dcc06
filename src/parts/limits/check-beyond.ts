import type { Problem } from '../../problems/problem.ts';
import type { OperationModel } from '../endpoints/model.ts';
import type { CodeModel } from '../errors/model.ts';
import { reachOf } from '../meaning/reach.ts';
import type { Service } from '../service.ts';
import { limitKind } from './kinds/index.ts';
import type { LimitModel } from './model.ts';
import { problems } from './problems.ts';

/** Checks the cell Beyond it: a code that exists, is of the limit's condition and covers what the limit applies to. */
export function checkBeyond(
  service: Service,
  limit: LimitModel,
  near: () => readonly string[],
  report: (problem: Problem) => void,
): void {
  const { beyond, kind } = limit;
  const member = kind === undefined ? undefined : limitKind(kind.value);
  if (beyond === undefined || member === undefined) return;
  if (beyond.value === 'clamp') {
    if (!member.clamps) report(problems['clamp-only-page-size'](beyond.span, member.name));
    return;
  }
  const code = codesOf(service).get(beyond.value);
  if (code === undefined) {
    const names = member.clamps ? [...near(), 'clamp'] : near();
    report(problems['unknown-code'](beyond.span, beyond.value, names));
    return;
  }
  if (code.conditions.length === 0) return;
  const fitting = code.conditions.filter((condition) => condition.name.value === member.condition);
  if (fitting.length === 0) {
    report(problems['wrong-code'](beyond.span, beyond.value, member.condition, undefined));
    return;
  }
  if (fitting.some((condition) => condition.on === undefined)) return;
  const covered = new Set(fitting.map((condition) => condition.on?.value));
  const left = limitedBy(service, limit).find((operation) => !namesOf(operation).some((name) => covered.has(name)));
  if (left !== undefined)
    report(problems['wrong-code'](beyond.span, beyond.value, member.condition, `\`${left.name.text}\``));
}

function limitedBy(service: Service, limit: LimitModel): readonly OperationModel[] {
  const { operations } = reachOf(service, limit);
  return limit.kind?.value === 'quota' ? operations.filter(({ name }) => name.verb === 'create') : operations;
}

function namesOf({ name }: OperationModel): string[] {
  const { text, resource, verb } = name;
  return resource === undefined ? [text] : [text, `${verb} ${resource.value}`, resource.value];
}

const codes = new WeakMap<Service, ReadonlyMap<string, CodeModel>>();

function codesOf(service: Service): ReadonlyMap<string, CodeModel> {
  let known = codes.get(service);
  if (known === undefined) {
    known = new Map(service.errors.codes.map((code) => [code.code.value, code]));
    codes.set(service, known);
  }
  return known;
}
