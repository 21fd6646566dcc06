import type { ValueType } from '../../expression/tree.ts';
import type { JsonSchema } from '../../parts/registry.ts';
import type { Components } from './components.ts';
import { withNull } from './values.ts';

/** Describes the values of an expression, as responses and payloads show them. */
export function describeExpression(components: Components, type: ValueType): JsonSchema {
  switch (type.kind) {
    case 'int':
    case 'months':
      return { type: 'integer' };
    case 'double':
      return { type: 'number' };
    case 'bool':
      return { type: 'boolean' };
    case 'string':
    case 'decimal':
    case 'hash':
      return { type: 'string' };
    case 'date':
      return { type: 'string', format: 'date' };
    case 'timestamp':
      return { type: 'string', format: 'date-time' };
    case 'duration':
      // Seconds, as `string` of a duration gives them.
      return { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]{3})?s$' };
    case 'null':
      return { type: 'null' };
    case 'choice':
      return { type: 'string', enum: type.values };
    case 'ref':
      return describeExpression(components, type.identity);
    case 'list':
      return { type: 'array', items: describeExpression(components, type.item) };
    case 'map':
      return { type: 'object', additionalProperties: describeExpression(components, type.value) };
    case 'nullable':
      return withNull(describeExpression(components, type.of));
    case 'object': {
      const { objects, unions } = components.plan;
      const isNamed = [...objects, ...unions].some(({ name }) => name === type.name);
      return isNamed ? components.named(type.name, 'shown') : { type: 'object' };
    }
    case 'any':
      return {};
  }
}
