import type { BinaryOperator, Expression, ValueType } from './tree.ts';

/** How a newer condition stands to an older one: it holds exactly then, less often, more often, or nobody can tell. */
export type Strictness = 'same' | 'tighter' | 'looser' | 'unclear';

/** Compares two conditions by their form: `tighter` where the newer one cannot hold without the older one. */
export function strictness(old: Expression | undefined, now: Expression | undefined): Strictness {
  if (old === undefined || now === undefined) {
    if (old === now) return 'same';
    return old === undefined ? 'tighter' : 'looser';
  }
  if (sameForm(old, now)) return 'same';
  const tighter = implies(now, old);
  const looser = implies(old, now);
  if (tighter && looser) return 'same';
  if (tighter) return 'tighter';
  return looser ? 'looser' : 'unclear';
}

/** Whether two expressions are the same tree. */
export function equal(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/**
 * Whether two expressions are the same but for what the document says of what they read: a field that became optional or
 * got one more value makes no other expression of them. Literals of two types differ.
 */
export function sameForm(left: unknown, right: unknown): boolean {
  return formText(left) === formText(right);
}

/** An expression as a text that can be compared as `sameForm` compares. */
export function formText(expression: unknown): string {
  return JSON.stringify(expression, form);
}

function form(this: object, key: string, value: unknown): unknown {
  if (key === 'type' && 'op' in this) {
    return this.op === 'literal' && 'value' in this ? typeof this.value + (value as ValueType).kind : undefined;
  }
  const isMark = (key === 'optional' || key === 'nullable') && value === true && 'name' in this;
  return isMark ? undefined : value;
}

/** Whether the second holds whenever the first does. False where that cannot be told. */
function implies(first: Expression, second: Expression): boolean {
  if (sameForm(first, second)) return true;
  if (second.op === 'binary' && second.operator === '&&') {
    return implies(first, second.left) && implies(first, second.right);
  }
  if (first.op === 'binary' && first.operator === '||') {
    return implies(first.left, second) && implies(first.right, second);
  }
  if (first.op === 'binary' && first.operator === '&&') {
    if (implies(first.left, second) || implies(first.right, second)) return true;
  }
  if (second.op === 'binary' && second.operator === '||') {
    return implies(first, second.left) || implies(first, second.right);
  }
  if (first.op === 'literal') return first.value === false;
  if (second.op === 'literal') return second.value === true;
  return compared(first, second);
}

interface Bound {
  readonly of: Expression;
  readonly operator: BinaryOperator;
  readonly values: readonly (string | number | boolean | null)[];
}

const flipped: Partial<Record<BinaryOperator, BinaryOperator>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '==': '==',
  '!=': '!=',
};

/** `total <= 100`, `status in ["open"]`: what is compared, and with which literals. */
function boundOf(expression: Expression): Bound | undefined {
  if (expression.op !== 'binary') return undefined;
  const { operator, left, right } = expression;
  if (operator === 'in') {
    if (right.op !== 'list') return undefined;
    const values = right.items.map((item) => (item.op === 'literal' ? item.value : undefined));
    if (values.includes(undefined)) return undefined;
    return { of: left, operator, values: values as Bound['values'] };
  }
  const turned = flipped[operator];
  if (turned === undefined) return undefined;
  if (right.op === 'literal') return { of: left, operator, values: [literal(right)] };
  if (left.op === 'literal') return { of: right, operator: turned, values: [literal(left)] };
  return undefined;
}

/** 64-bit literals are strings of digits in the tree: they are compared as numbers where their type says so. */
function literal(expression: Expression & { readonly op: 'literal' }): string | number | boolean | null {
  const { type, value } = expression;
  const isNumber = type.kind === 'int' || type.kind === 'double';
  return isNumber && typeof value === 'string' && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

function compared(first: Expression, second: Expression): boolean {
  const [from, to] = [boundOf(first), boundOf(second)];
  if (from === undefined || to === undefined || !sameForm(from.of, to.of)) return false;
  if (from.operator === '==' || from.operator === 'in') return from.values.every((value) => fits(value, to));
  const [low, high] = [from.values[0], to.values[0]];
  if (to.operator === '!=') return to.values.every((value) => !fits(value!, from));
  if (typeof low !== typeof high || typeof low === 'boolean' || low === null || high === null) return false;
  const at = low! < high! ? -1 : low === high ? 0 : 1;
  switch (`${from.operator} ${to.operator}`) {
    case '< <':
    case '<= <=':
    case '< <=':
      return at <= 0;
    case '<= <':
      return at < 0;
    case '> >':
    case '>= >=':
    case '> >=':
      return at >= 0;
    case '>= >':
      return at > 0;
    default:
      return false;
  }
}

function fits(value: string | number | boolean | null, { operator, values }: Bound): boolean {
  if (operator === 'in') return values.includes(value);
  const other = values[0]!;
  if (operator === '==') return value === other;
  if (operator === '!=') return value !== other;
  if (typeof value !== typeof other || value === null) return false;
  if (operator === '<') return value < other;
  if (operator === '<=') return value <= other;
  if (operator === '>') return value > other;
  return operator === '>=' && value >= other;
}
