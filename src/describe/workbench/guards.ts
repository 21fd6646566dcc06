import type { Expression, ValueType } from '../../expression/tree.ts';
import type { GuardData } from './model.ts';

const unknown: GuardData = { op: 'unknown' };

const operators: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=', '&&', '||', 'in', '+', '-', '*']);

/**
 * Returns what the page can compute of a condition: the fields of the record, the time, and the scopes of the user. Questions about other
 * records, the input and the attributes of the user are unknown to it. Undefined if nothing is known.
 */
export function toGuard(condition: Expression): GuardData | undefined {
  const guard = toPart(condition);
  return knows(guard) ? guard : undefined;
}

function toPart(expression: Expression): GuardData {
  switch (expression.op) {
    case 'literal':
      return { op: 'value', value: expression.value };
    case 'path':
      return toPath(expression);
    case 'has': {
      const of = toPart(expression.of);
      return of.op === 'field' ? { op: 'has', name: of.name } : unknown;
    }
    case 'not':
      return { op: 'not', of: toPart(expression.of) };
    case 'binary': {
      const { operator } = expression;
      if (!operators.has(operator)) return unknown;
      return { op: 'binary', operator, left: toPart(expression.left), right: toPart(expression.right) };
    }
    case 'list':
      return { op: 'list', items: expression.items.map(toPart) };
    default:
      return unknown;
  }
}

function toPath({ root, steps, type }: Expression & { readonly op: 'path' }): GuardData {
  if (root === 'now' || root === 'today') return { op: root };
  const [first, ...others] = steps;
  if (first === undefined || others.length > 0) return unknown;
  if (root === 'caller') return first.name === 'scopes' ? { op: 'scopes' } : unknown;
  if (root !== 'record') return unknown;
  const kind = fieldKinds[(type.kind === 'nullable' ? type.of : type).kind];
  return kind === undefined ? unknown : { op: 'field', name: first.name, kind };
}

/** How the values of a field are compared, by the kind of its type. */
const fieldKinds: Readonly<Partial<Record<ValueType['kind'], 'number' | 'time' | 'plain'>>> = {
  int: 'number',
  double: 'number',
  decimal: 'number',
  timestamp: 'time',
  date: 'plain',
  string: 'plain',
  choice: 'plain',
  bool: 'plain',
};

/** Whether a condition can be false by what is known: all of a comparison, or a part of an `and`. */
function knows(guard: GuardData): boolean {
  switch (guard.op) {
    case 'unknown':
      return false;
    case 'not':
      return knows(guard.of);
    case 'list':
      return guard.items.every(knows);
    case 'binary': {
      const sides = [knows(guard.left), knows(guard.right)] as const;
      return guard.operator === '&&' ? sides.includes(true) : !sides.includes(false);
    }
    default:
      return true;
  }
}
