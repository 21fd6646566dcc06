import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { ValueType } from '../../../expression/tree.ts';
import type { Located } from '../../../text/location.ts';
import { explainMismatch } from '../../resolve/literals.ts';
import { findInnermostType, resolveSchema } from '../../resolve/schemas.ts';
import type { FieldModel, TypeModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';

type Report = (diagnostic: Diagnostic) => void;

/** Says of a literal that its field could not hold it; whether it could. */
export function checkLiteral(type: ValueType, literal: Located<unknown>, report: Report): boolean {
  const wanted = describeExpectedValue(type, literal.value);
  if (wanted === undefined) return true;
  const { value, span } = literal;
  const quoted = wanted === 'a string' && (typeof value === 'number' || typeof value === 'boolean');
  report(diagnostics.literal(span, formatLiteral(value), wanted, quoted ? JSON.stringify(String(value)) : undefined));
  return false;
}

type Held = Pick<FieldModel, 'constraints'> & { readonly type?: TypeModel | undefined };

/** Says of a literal of the right type that its format or the constraints forbid it. What objects hold is not looked at: their members may have other names. */
export function checkHeld(
  service: Service,
  { type, constraints }: Held,
  literal: Located<unknown>,
  report: Report,
): void {
  if (type === undefined || type.kind === 'state' || findInnermostType(type).kind === 'named') return;
  const schema = resolveSchema(service, { type, constraints }, '');
  const why = explainMismatch(service, schema, literal.value);
  const { value, span } = literal;
  if (why !== undefined) report(diagnostics['literal-mismatch'](span, formatLiteral(value), why));
}

/** A literal as JSON; integers beyond ±(2^53−1) are BigInt. */
function formatLiteral(value: unknown): string {
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}

/** What is due in place of a literal, or undefined where it fits. */
export function describeExpectedValue(type: ValueType, value: unknown): string | undefined {
  switch (type.kind) {
    case 'nullable':
      return value === null ? undefined : describeExpectedValue(type.of, value);
    case 'int':
    case 'months':
      return Number.isInteger(value) || typeof value === 'bigint' ? undefined : 'an integer';
    case 'double':
      return typeof value === 'number' ? undefined : 'a number';
    case 'bool':
      return typeof value === 'boolean' ? undefined : '`true` or `false`';
    case 'choice':
      return typeof value === 'string' && type.values.includes(value) ? undefined : `one of ${type.values.join(', ')}`;
    case 'list':
      return Array.isArray(value) && value.every((item) => describeExpectedValue(type.item, item) === undefined)
        ? undefined
        : 'a list';
    case 'ref':
      return describeExpectedValue(type.identity, value);
    case 'string':
    case 'date':
    case 'timestamp':
    case 'decimal':
    case 'duration':
    case 'hash':
      return typeof value === 'string' ? undefined : 'a string';
    case 'map':
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : 'an object';
    case 'null':
    case 'any':
      return undefined;
  }
}
