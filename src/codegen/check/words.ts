import type { ConstraintPlan } from '../../plan/schema.ts';

/** Returns the message to a client that violates a constraint. */
export function describeConstraint(constraint: ConstraintPlan): string {
  switch (constraint.kind) {
    case 'multiple of':
      return `must be a multiple of ${constraint.of}`;
    case 'unique items':
      return 'must not contain duplicate items';
    case 'pattern':
      return `must match the pattern ${constraint.pattern}`;
    case 'range':
      return describeRange(constraint);
  }
}

function describeRange({ unit, from, to }: ConstraintPlan & { readonly kind: 'range' }): string {
  const verb = unit === 'value' ? 'be' : 'have';
  const of = unit === 'value' ? '' : ` ${(to ?? from) === '1' ? singular[unit] : unit}`;
  if (from === undefined) return `must ${verb} at most ${to}${of}`;
  if (to === undefined) return `must ${verb} at least ${from}${of}`;
  if (from === to) return `must ${verb} exactly ${to}${of}`;
  return unit === 'value' ? `must be from ${from} to ${to}` : `must have ${from} to ${to}${of}`;
}

const singular = { characters: 'character', bytes: 'byte', items: 'item', keys: 'key' } as const;
