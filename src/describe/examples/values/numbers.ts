import type { ConstraintPlan } from '../../../plan/schema.ts';
import { splitName } from './words.ts';

const money = /(^|_)(amount|price|total|cost|fee|sum|balance|paid|salary|value|budget|revenue|discount|charge)s?$/;
const wholes: readonly (readonly [names: RegExp, value: number])[] = [
  [/(^|_)(quantity|qty|copies|pieces|units)$/, 2],
  [/(^|_)(age)$/, 36],
  [/(^|_)(year)$/, 1843],
  [/(^|_)(rating|stars|score)$/, 4],
  [/(^|_)(percent|percentage|rate|vat|tax)$/, 20],
  [/(^|_)(port)$/, 8080],
  [/(^|_)(latitude|lat)$/, 51.5072],
  [/(^|_)(longitude|lng|lon)$/, -0.1276],
  [/(^|_)(weight|length|width|height|depth)$/, 12],
  [/(^|_)(seats|capacity|guests|places|count|stock|size)$/, 24],
  [/(^|_)(position|priority|rank|level|order)$/, 1],
];

/** Whether a field of this name holds an amount of money. */
export function isMoney(name: string): boolean {
  return money.test(splitName(name));
}

/** A number that a field of this name may hold, within its constraints; a price in cents is whole. */
export function nameNumber(
  name: string,
  type: 'integer' | 'number',
  constraints: readonly ConstraintPlan[],
  index: number,
): number {
  const field = splitName(name);
  const plain = money.test(field) ? (type === 'integer' ? 12_000 : 120) : wholes.find(([of]) => of.test(field))?.[1];
  const value = (plain ?? 10) + (money.test(field) ? index * (type === 'integer' ? 1500 : 15) : index);
  return fitNumber(type === 'integer' ? Math.round(value) : value, constraints);
}

/** The number nearest to a value that the constraints allow. */
export function fitNumber(value: number, constraints: readonly ConstraintPlan[]): number {
  let fitted = value;
  for (const constraint of constraints) {
    if (constraint.kind !== 'range' || constraint.unit !== 'value') continue;
    const from = Number(constraint.from ?? Number.NEGATIVE_INFINITY);
    const to = Number(constraint.to ?? Number.POSITIVE_INFINITY);
    if (fitted > to) fitted = Number.isFinite(from) ? roundLike(from + (to - from) / 4, from, to) : to;
    if (fitted < from) fitted = from;
  }
  for (const constraint of constraints) {
    if (constraint.kind === 'multiple of')
      fitted = Number((Math.ceil(fitted / +constraint.of) * +constraint.of).toFixed(9));
  }
  return fitted;
}

/** A whole number where the bounds are far enough from each other for one. */
function roundLike(value: number, from: number, to: number): number {
  const whole = Math.round(value);
  return whole >= from && whole <= to && to - from >= 2 ? whole : value;
}
