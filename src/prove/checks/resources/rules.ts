import type { Expression } from '../../../expression/tree.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { ResourcePlan } from '../../../plan/resource.ts';
import type { Json } from '../../../plan/schema.ts';
import type { Case, Check } from '../../check.ts';
import { type Outcome, unreached } from '../../ledger/verdict.ts';
import type { Prover } from '../../prover.ts';
import { judgeRejection } from '../../rejections.ts';
import { findDefault } from '../../values/defaults.ts';
import { evaluate, holds } from '../../values/evaluate.ts';
import { listExtremes } from '../../values/extremes.ts';
import { listPlaces, putAt, readAt } from '../../values/places.ts';

interface Rule {
  readonly name: string;
  readonly check: Expression;
  readonly error?: string | undefined;
  readonly words: string;
  readonly line: number;
}

/** A create for which a rule does not hold is rejected. */
export const rules: Check = {
  part: 'resources',
  name: 'rules',
  says: 'A create sends values for which a rule does not hold, as its expression says.',
  cases: (prover) =>
    prover.operations.flatMap((operation): readonly Case[] => {
      const resource = prover.resource(operation.resource);
      if (operation.kind !== 'create' || resource === undefined) return [];
      const own: readonly Rule[] = [
        ...resource.rules,
        ...resource.operationRules
          .filter(({ name }) => name === 'create')
          .map(({ rule, guard, error, words, line }) => ({ name: rule, check: guard, error, words, line })),
      ];
      return own.map((rule) => ({
        line: rule.line,
        about: `${operation.name} against ${rule.name}`,
        run: () => breakRule(prover, operation, resource, rule),
      }));
    }),
};

async function breakRule(
  prover: Prover,
  operation: OperationPlan,
  resource: ResourcePlan,
  rule: Rule,
): Promise<Outcome> {
  const trial = await prover.prepare(operation);
  if (typeof trial === 'string') return unreached(trial);
  const now = prover.ground.transport.now();
  for (const body of listBodies(prover, operation, trial.pieces.body, now)) {
    if (judgeBody(prover, operation, resource, rule.check, body, now) !== false) continue;
    const one = await prover.send(trial, { body });
    return judgeRejection(prover, operation, one, {
      conditions: ['rule broken'],
      named: rule.error,
      words: `with values for which \`${rule.words}\` does not hold`,
    });
  }
  return unreached('no value that was tried breaks it for certain');
}

/** The maximum number of bodies that are looked at. */
const mostBodies = 3_000;

/** Yields bodies with another value in one place, then in two. */
function* listBodies(prover: Prover, operation: OperationPlan, body: unknown, now: number): Generator<Json> {
  const changes = listPlaces(prover.plan, operation).map(({ path, ...place }) => ({
    path,
    values: listExtremes(prover, { path, ...place }, readAt(body, path), now),
  }));
  let count = 0;
  for (const { path, values } of changes) {
    for (const value of values) {
      const changed = putAt(body, path, value);
      if (changed !== undefined) yield changed;
    }
  }
  for (const [at, { path, values }] of changes.entries()) {
    for (const value of values) {
      const one = putAt(body, path, value);
      for (const other of one === undefined ? [] : changes.slice(at + 1)) {
        for (const second of other.values) {
          const two = putAt(one, other.path, second);
          if (count++ > mostBodies) return;
          if (two !== undefined) yield two;
        }
      }
    }
  }
}

/** Whether a rule holds for the record that a create would make; undefined: not known. */
function judgeBody(
  prover: Prover,
  operation: OperationPlan,
  resource: ResourcePlan,
  check: Expression,
  body: unknown,
  now: number,
): boolean | undefined {
  const record: Record<string, unknown> = {};
  const known = new Set<string>();
  for (const { field, path } of listPlaces(prover.plan, operation)) {
    if (field === undefined) continue;
    known.add(field.name);
    const value = readAt(body, path) ?? findDefault(field);
    if (value !== undefined) record[field.name] = value;
  }
  const placed = new Set(
    operation.segments.flatMap((segment) => (segment.kind === 'placeholder' ? [segment.field] : [])),
  );
  for (const field of resource.fields) {
    if (placed.has(field.name)) continue;
    if (
      field.assigned === undefined &&
      field.computed === undefined &&
      !known.has(field.name) &&
      field.state !== true
    ) {
      known.add(field.name);
      const value = findDefault(field);
      if (value !== undefined) record[field.name] = value;
    }
  }
  for (const row of [...resource.machines.flatMap(({ transitions }) => transitions), ...resource.operationRules]) {
    if (row.name === 'create') for (const { path } of row.effects) known.delete(path[0]!);
  }
  // Computed fields follow from the others, some from each other.
  for (let round = 0; round < 3; round++) {
    for (const { name, computed } of resource.fields) {
      if (computed === undefined || known.has(name)) continue;
      const value = evaluate(computed.value, { resource, shown: known, record });
      if (value === 'unknown') continue;
      known.add(name);
      if (value !== 'absent') record[name] = value.value;
    }
  }
  return holds(check, { resource, shown: known, record, input: body, now });
}
