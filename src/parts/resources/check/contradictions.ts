import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { slice } from '../../../text/location.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';
import type { ConstraintModel, FieldModel } from '../model.ts';

type Report = (diagnostic: Diagnostic) => void;
type Word = string;

const given = 'the service gives this value, no client sends it';
const twice = 'each says where the value comes from';

/** Words that do not go together in one field, and why. */
const pairs: readonly (readonly [Word, Word, string])[] = [
  [
    'required',
    'default',
    'clients either must send a field or may leave it out, and with a default it is always present',
  ],
  ['required', 'read-only', 'clients never send a field that is read-only'],
  ['required', 'internal', 'clients never send a field that is internal'],
  ...['assigned', 'assigned from', 'assigned on update', 'computed'].flatMap((own) =>
    ['required', 'create-only', 'write-only', 'default'].map((word): [Word, Word, string] => [own, word, given]),
  ),
  ['assigned', 'assigned from', twice],
  ['assigned', 'assigned on update', '`assigned on update` sets it at creation too'],
  ['assigned', 'computed', twice],
  ['assigned from', 'assigned on update', twice],
  ['assigned from', 'computed', twice],
  ['assigned on update', 'computed', twice],
  ['shown once', 'write-only', 'a write-only field is never shown'],
  ['shown once', 'internal', 'an internal field is never shown'],
];

/** Checks that the constraints of a field stand once and do not contradict one another. */
export function checkTogether(service: Service, field: FieldModel, report: Report): void {
  const seen = new Map<string, ConstraintModel>();
  for (const constraint of field.constraints) {
    const key = buildConstraintKey(constraint);
    const before = seen.get(key);
    if (before !== undefined) {
      report(diagnostics['duplicate-constraint'](constraint.span, slice(service.source, constraint.span), before.span));
    } else seen.set(key, constraint);
  }
  const words = new Map(field.constraints.map((constraint) => [getConstraintWord(constraint), constraint]));
  for (const [word, other, why] of pairs) {
    const first = words.get(word);
    const second = words.get(other);
    if (first !== undefined && second !== undefined) contradict(service, first, second, why, report);
  }
  const [first, second] = field.constraints.filter(({ kind }) => kind === 'direction');
  if (first !== undefined && second !== undefined && getConstraintWord(first) !== getConstraintWord(second)) {
    contradict(service, first, second, 'a field has one direction', report);
  }
  const whole = seen.get('unique ');
  const condition = field.constraints.find(({ kind }) => kind === 'unique where');
  if (whole !== undefined && condition !== undefined) report(diagnostics['while-alone'](condition.span));
}

function contradict(
  service: Service,
  constraint: ConstraintModel,
  other: ConstraintModel,
  why: string,
  report: Report,
): void {
  const [early, late] = constraint.span.start < other.span.start ? [constraint, other] : [other, constraint];
  const words = [early, late].map(({ span }) => slice(service.source, span));
  // The text that takes both places without `required`, if nothing is between them.
  const kept = [early, late].find(({ kind }) => kind !== 'required');
  const between = { start: early.span.end, end: late.span.start };
  const isNext = /^\s*;\s*$/.test(slice(service.source, between));
  if ([early, late].some(({ kind }) => kind === 'required') && kept !== undefined && isNext) {
    const span = { start: early.span.start, end: late.span.end };
    report(diagnostics.contradiction(span, words[0]!, words[1]!, why, undefined, slice(service.source, kept.span)));
  } else report(diagnostics.contradiction(late.span, words[0]!, words[1]!, why, early.span));
}

function getConstraintWord(constraint: ConstraintModel): Word {
  return constraint.kind === 'direction' ? constraint.word : constraint.kind;
}

function listWith({ with: names }: { readonly with: readonly { readonly value: string }[] }): string {
  return names
    .map(({ value }) => value)
    .sort()
    .join();
}

/** What may stand once: a range of one unit, `unique` with the same fields, a pattern. */
function buildConstraintKey(constraint: ConstraintModel): string {
  switch (constraint.kind) {
    case 'range':
      return `range ${constraint.unit}`;
    case 'unique':
      return `unique ${listWith(constraint)}`;
    case 'unique where':
      return `unique ${listWith(constraint)} where ${constraint.cel.text}`;
    case 'pattern':
      return `pattern ${constraint.pattern.text}`;
    default:
      return getConstraintWord(constraint);
  }
}
