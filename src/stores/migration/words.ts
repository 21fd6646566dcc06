import type { ConstraintPlan, ValueSchema } from '../../plan/schema.ts';

/** A type in the words of the document: `email or null`, `Line[]`, `one of a, b`. */
export function formatSchema(schema: ValueSchema): string {
  return formatBareSchema(schema) + (schema.nullable === true ? ' or null' : '');
}

function formatBareSchema(schema: ValueSchema): string {
  switch (schema.type) {
    case 'choice':
      return `one of ${schema.values.join(', ')}`;
    case 'ref':
      return `ref ${schema.resource}`;
    case 'named':
      return schema.name;
    case 'map':
      return `map of ${formatSchema(schema.item)}`;
    case 'list': {
      const item = formatSchema(schema.item);
      const { type, nullable } = schema.item;
      return type === 'choice' || type === 'map' || nullable === true ? `(${item})[]` : `${item}[]`;
    }
    case 'string':
    case 'integer': {
      const { format } = schema;
      if (format === undefined) return schema.type;
      return format.argument === undefined ? format.name : `${format.name} ${format.argument}`;
    }
    default:
      return schema.type;
  }
}

/** Whether every value that meets the older constraints meets these. */
export function isImplied(older: readonly ConstraintPlan[], newer: readonly ConstraintPlan[]): boolean {
  return newer.every((constraint) => older.some((other) => implies(other, constraint)));
}

function implies(older: ConstraintPlan, newer: ConstraintPlan): boolean {
  if (older.kind === 'range' && newer.kind === 'range') {
    // Bounds that a double cannot distinguish count as different.
    const above = newer.from === undefined || older.from === newer.from || Number(older.from) > Number(newer.from);
    const below = newer.to === undefined || older.to === newer.to || Number(older.to) < Number(newer.to);
    return older.unit === newer.unit && above && below;
  }
  return serializeConstraint(older) === serializeConstraint(newer);
}

function serializeConstraint({ line: _, ...constraint }: ConstraintPlan): string {
  return JSON.stringify(constraint);
}
