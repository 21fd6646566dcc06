import type { Expression } from '../../../expression/tree.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { ResourcePlan } from '../../../plan/resource.ts';
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
  for (const place of listPlaces(prover.plan, operation)) {
    for (const value of listExtremes(prover, place, readAt(trial.pieces.body, place.path), now)) {
      const body = putAt(trial.pieces.body, place.path, value);
      if (body === undefined || judgeBody(prover, operation, resource, rule.check, body, now) !== false) continue;
      const one = await prover.send(trial, { body });
      return judgeRejection(prover, operation, one, {
        conditions: ['rule broken'],
        named: rule.error,
        words: `with ${place.path.join('.')} = ${JSON.stringify(value)}, for which \`${rule.words}\` does not hold,`,
      });
    }
  }
  return unreached('no value that was tried breaks it for certain');
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
