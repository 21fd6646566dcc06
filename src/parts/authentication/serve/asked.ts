import type { ValueType } from '../../../expression/tree.ts';
import { listHeldAttributes } from '../../../plan/held-attributes.ts';
import type { AuthenticationPlan } from '../../../plan/plan.ts';
import { matchesType } from './matching.ts';

/** The requested contents of a credential. */
export interface Wanted {
  readonly scopes: readonly string[];
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Says what a document does not let a credential hold: a scope or an attribute it does not state, or a value of another type. */
export function explainWhyNotAllowed(authentication: AuthenticationPlan, wanted: Wanted): string | undefined {
  const { scopes } = authentication;
  const attributes = listHeldAttributes(authentication);
  for (const name of wanted.scopes) {
    if (!scopes.includes(name)) return `the document has no scope ${name}; it has: ${joinNames(scopes)}`;
  }
  for (const [name, value] of Object.entries(wanted.attributes)) {
    if (value === undefined) continue;
    const known = attributes.find((attribute) => attribute.name === name);
    if (known === undefined) {
      return `the caller has no attribute ${name}; it has: ${joinNames(attributes.map((attribute) => attribute.name))}`;
    }
    if (!matchesType(known.type, value)) return `the attribute ${name} must be ${describeAttributeType(known.type)}`;
  }
  return undefined;
}

function joinNames(names: readonly string[]): string {
  return names.join(', ') || 'none';
}

const typeWords: Readonly<Record<string, readonly [one: string, several: string]>> = {
  int: ['an integer', 'integers'],
  double: ['a number', 'numbers'],
  bool: ['a boolean', 'booleans'],
  string: ['a string', 'strings'],
};

function describeAttributeType(type: ValueType): string {
  switch (type.kind) {
    case 'nullable':
      return `${describeAttributeType(type.of)} or null`;
    case 'list':
      return `a list of ${typeWords[type.item.kind]?.[1] ?? describeAttributeType(type.item)}`;
    case 'choice':
      return `one of ${type.values.join(', ')}`;
    default:
      return (typeWords[type.kind] ?? typeWords.string!)[0];
  }
}
