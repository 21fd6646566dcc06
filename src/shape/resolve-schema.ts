import { machineOf } from '../parts/meaning/vocabulary.ts';
import type { FieldModel, ResourceModel, TypeModel } from '../parts/resources/model.ts';
import type { Service } from '../parts/service.ts';
import type { ConstraintPlan, Json, ValueSchema } from '../plan/schema.ts';
import { lineAt } from './resolve-context.ts';

type Field = Pick<FieldModel, 'name' | 'type' | 'format' | 'constraints'>;

/** What the value of a field must be; constraints and format of a list stand where they hold: on it, or on its items. */
export function schemaOfField(service: Service, owner: ResourceModel | undefined, field: Field): ValueSchema {
  if (field.type === undefined) return { type: 'any' };
  if (field.type.kind === 'state') {
    const machine = owner === undefined ? undefined : machineOf(service, owner, field.name.value);
    return { type: 'choice', values: machine?.states.map((state) => state.name.value) ?? [] };
  }
  return schemaOfType(field.type, field.format, constraintsOf(service, field));
}

/** What a value of a type must be. */
export function schemaOfType(
  type: TypeModel,
  format: FieldModel['format'],
  constraints: readonly ConstraintPlan[],
): ValueSchema {
  const own = constraints.filter((constraint) => fits(type, constraint));
  const rest = constraints.filter((constraint) => !fits(type, constraint));
  const common = {
    ...(type.nullable ? ({ nullable: true } as const) : {}),
    ...(own.length === 0 ? {} : { constraints: own }),
  };
  switch (type.kind) {
    case 'string':
    case 'integer':
    case 'number': {
      const { name, argument } = format ?? {};
      const read = name && { name: name.value, ...(argument === undefined ? {} : { argument: argument.value }) };
      return { type: type.kind, ...(read === undefined ? {} : { format: read }), ...common };
    }
    case 'list':
    case 'map':
      return { type: type.kind, item: schemaOfType(type.item, format, rest), ...common };
    case 'one of':
      return { type: 'choice', values: type.values.map((value) => value.value), ...common };
    case 'ref':
      return { type: 'ref', resource: type.resource.value, ...common };
    case 'named':
      return { type: 'named', name: type.name.value, ...common };
    case 'state':
      return { type: 'string', ...common };
    default:
      return { type: type.kind, ...common };
  }
}

function fits(type: TypeModel, constraint: ConstraintPlan): boolean {
  if (constraint.kind === 'unique items') return type.kind === 'list';
  if (constraint.kind === 'range' && constraint.unit === 'items') return type.kind === 'list';
  if (constraint.kind === 'range' && constraint.unit === 'keys') return type.kind === 'map' || type.kind === 'object';
  return type.kind !== 'list' && type.kind !== 'map';
}

/** The constraints of a field that its values are checked by, each with its line. */
export function constraintsOf(service: Service, field: Pick<FieldModel, 'constraints'>): readonly ConstraintPlan[] {
  return field.constraints.flatMap((one): ConstraintPlan[] => {
    const line = lineAt(service, one.span);
    switch (one.kind) {
      case 'range': {
        const bounds = {
          ...(one.from === undefined ? {} : { from: one.from }),
          ...(one.to === undefined ? {} : { to: one.to }),
        };
        return [{ kind: 'range', unit: one.unit, ...bounds, line }];
      }
      case 'multiple of':
        return [{ kind: 'multiple of', of: one.of, line }];
      case 'unique items':
        return [{ kind: 'unique items', line }];
      case 'pattern':
        return [{ kind: 'pattern', pattern: one.pattern.text, line }];
      default:
        return [];
    }
  });
}

/** The default of a field as plain JSON; an integer that a number cannot hold stands as its decimal text. */
export function defaultOf(field: Pick<FieldModel, 'constraints'>): Json | undefined {
  const found = field.constraints.find((one) => one.kind === 'default');
  if (found?.kind !== 'default') return undefined;
  const { value } = found.literal;
  return typeof value === 'bigint' ? String(value) : (value as Json);
}
