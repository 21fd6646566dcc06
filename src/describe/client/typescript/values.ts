import type { ValueType } from '../../../expression/tree.ts';
import type { Json } from '../../../plan/schema.ts';
import type { WholePlan } from '../../../plan/whole.ts';
import { formatChoiceType, formatObjectType, quoteString } from '../../types/values.ts';
import { findIdentity, type TypeWriter, wrap } from './types.ts';

/** The types of the built-in values of responses and envelopes. */
export const roleTypes: Readonly<Record<string, string>> = {
  'next cursor': 'string | null',
  'previous cursor': 'string | null',
  'total count': 'number',
  'has more': 'boolean',
  'page number': 'number',
  'page size': 'number',
  'page count': 'number',
  'event id': 'string',
  'event type': 'string',
  'event time': 'string',
  sequence: 'number',
  version: 'string | null',
};

/** The type of a fixed value. */
export function formatLiteral(value: Json): string {
  if (typeof value === 'string') return quoteString(value);
  if (value === null || typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return `readonly [${value.map(formatLiteral).join(', ')}]`;
  return formatObjectType(
    Object.entries(value).map(([name, member]) => ({ name, type: formatLiteral(member), optional: false })),
  ).replace(/\s+/g, ' ');
}

/** The type of an expression's value as JSON. */
export function formatExpression(plan: WholePlan, type: ValueType, types: TypeWriter): string {
  switch (type.kind) {
    case 'int':
    case 'double':
      return 'number';
    case 'bool':
      return 'boolean';
    case 'choice':
      return formatChoiceType(type.values);
    case 'ref':
      return types.format(findIdentity(plan, type.resource), 'response');
    case 'list':
      return `readonly ${wrap(formatExpression(plan, type.item, types))}[]`;
    case 'map':
      return /* not a message */ `{ readonly [key: string]: ${formatExpression(plan, type.value, types)} }`;
    case 'nullable':
      return `${formatExpression(plan, type.of, types)} | null`;
    case 'object':
      return [...plan.objects, ...plan.unions].some(({ name }) => name === type.name)
        ? types.format({ type: 'named', name: type.name }, 'response')
        : 'unknown';
    case 'null':
      return 'null';
    case 'any':
      return 'unknown';
    default:
      return 'string';
  }
}
