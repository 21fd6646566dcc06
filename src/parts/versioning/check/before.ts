import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { parseExpression } from '../../../expression/parse.ts';
import { findNearestPlainName } from '../../../text/limited-suggestions.ts';
import { type SourceText, slice, sliceSourceText } from '../../../text/location.ts';
import { compilePattern } from '../../../text/patterns.ts';
import { present } from '../../../text/present.ts';
import { findWrongStatus } from '../../resolve/code-statuses.ts';
import { explainMismatch } from '../../resolve/literals.ts';
import { findNamedCode, resolveOlderType } from '../../resolve/older.ts';
import { createOperationNames } from '../../resolve/operation-names.ts';
import { findInnermostType, fits, isValueConstraint, resolveSchema } from '../../resolve/schemas.ts';
import { collectDefinitions } from '../../resolve/vocabulary.ts';
import type { ConstraintModel, FieldModel, TypeModel } from '../../resources/model.ts';
import { readConstraint } from '../../resources/read/constraint-words.ts';
import { readType } from '../../resources/read/type-words.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';
import { parseOlderLiteral, parseOlderOrder, parseOlderPath, parseOlderValue } from '../downgrade/before.ts';
import { unquoteName } from '../downgrade/fields.ts';
import type { ChangeModel } from '../model.ts';
import type { Present } from '../present.ts';
import { checkHeld, checkLiteral } from './literal.ts';

type Report = (diagnostic: Diagnostic) => void;

/** What Before says of an older field or parameter. */
export interface BeforeField {
  readonly type?: FieldModel['type'];
  readonly constraints: readonly ConstraintModel[];
}

const olderNames = /^[^\s;,]+$/;

/**
 * Checks what stands in Before: its form, that the types in it are of this document, and that constraints and literals fit.
 * `known` is the version of the row; left out where that is not listed. Gives the older field of `type` and `removed`.
 */
export function checkBefore(
  service: Service,
  { change, before, where }: ChangeModel,
  known: Present | undefined,
  report: Report,
): BeforeField | undefined {
  const older = known?.older;
  const [first, ...others] = before;
  if (first === undefined) return undefined;
  const only = (what = '', fit = true): undefined => {
    if (!fit) report(diagnostics.before(first.span, first.text, what));
    else if (others[0] !== undefined)
      report(diagnostics.before(others[0].span, others[0].text, 'due here: one is enough'));
  };
  const field = where?.kind === 'field' ? known?.before(where.of.value, where.field.value) : undefined;
  switch (change.value) {
    case 'renamed':
      // of an operation the row itself is wrong
      if (where?.kind === 'name' && older?.operations.has(where.name.value)) return undefined;
      return only('an older name', olderNames.test(unquoteName(first.text)));
    case 'path':
      if (!/^`?[A-Z]+ \/\S*$/.test(first.text))
        report(
          diagnostics.before(
            first.span,
            first.text,
            'a method and a path, such as `GET /bills`',
            suggestOlderPath(service, where, first.text),
          ),
        );
      else only();
      for (const diagnostic of (older && parseOlderPath(older, first)?.diagnostics) ?? []) report(diagnostic);
      return undefined;
    case 'status': {
      const code = where !== undefined && older !== undefined ? findNamedCode(older, where) : undefined;
      if (code === undefined) return only('a status, such as `200`', /^[1-5][0-9]{2}$/.test(first.text));
      // a refusal that comes of the server cannot have been one of the client's, nor the other way round, unless its conditions have both
      const kind = String(code.status?.value ?? '').slice(0, 1);
      const form = kind === '5' ? /^5[0-9]{2}$/ : kind === '4' ? /^4[0-9]{2}$/ : /^[45][0-9]{2}$/;
      const isFit =
        form.test(first.text) ||
        (/^[45][0-9]{2}$/.test(first.text) && findWrongStatus(service, code, Number(first.text)) === undefined);
      return only(`a status of a refusal, such as \`${kind === '5' ? 503 : 409}\``, isFit);
    }
    case 'limit': {
      const name = where !== undefined && 'name' in where ? where.name.value : '';
      const limit = older?.limits.get(name);
      const value = limit && parseOlderValue(limit, first);
      if (value === undefined || 'value' in value) return only();
      report(
        diagnostics.before(value.wrong.span, value.wrong.value, `a Value such as ${value.form}`, value.suggestion),
      );
      return undefined;
    }
    case 'type':
    case 'removed':
      if (where?.kind !== 'field' && where?.kind !== 'parameter') return undefined;
      return checkField(service, before, change.value === 'removed', report);
    case 'default': {
      if (where?.kind === 'operation' || where?.kind === 'name') {
        for (const diagnostic of older === undefined ? [] : parseOlderOrder(older, first).diagnostics)
          report(diagnostic);
        return only();
      }
      const deep: Diagnostic[] = [];
      const literal = parseOlderLiteral(first, deep);
      for (const diagnostic of deep) report(diagnostic);
      only('a literal', literal !== undefined || deep.length > 0);
      if (field && literal && where?.kind === 'field') {
        const fits = checkLiteral(resolveOlderType(service, where.of.value, field), literal, report);
        if (fits) checkHeld(service, { ...field.model, constraints: [] }, literal, report);
      }
      return undefined;
    }
    case 'constraint':
      if (where?.kind === 'field' || where?.kind === 'parameter')
        readConstraints(service, before, field?.model.type, report);
      else if (others[0] === undefined) checkRule(first, report);
      else only();
      return undefined;
    default:
      return undefined;
  }
}

/** The present method before a path that is alone. */
function suggestOlderPath(service: Service, where: ChangeModel['where'], text: string): string | undefined {
  if (where?.kind !== 'operation' && where?.kind !== 'name') return undefined;
  const operation = createOperationNames(service).named.get(where.name.value);
  const method = operation?.method?.value;
  return method !== undefined && /^`?\/\S*$/.test(text) ? `${method} ${text}` : undefined;
}

function checkField(
  service: Service,
  [first, ...others]: readonly SourceText[],
  withConstraints: boolean,
  report: Report,
): BeforeField {
  const { type, diagnostics: wrong } = readType(first!);
  for (const diagnostic of wrong) report(diagnostic);
  if (type !== undefined) checkNames(service, findInnermostType(type), report);
  const second = others[0];
  if (!withConstraints && second !== undefined) {
    report(diagnostics.before(second.span, second.text, 'expected here: nothing follows the type'));
  }
  const constraints = withConstraints ? readConstraints(service, others, type, report) : [];
  return { ...present({ type }), constraints };
}

function checkNames(service: Service, type: TypeModel, report: Report): void {
  const { resources, objects, unions } = collectDefinitions(service);
  if (type.kind === 'ref' && !resources.has(type.resource.value)) {
    const { value, span } = type.resource;
    const near = findNearestPlainName(resources, 'before', value, () => resources.keys());
    report(diagnostics.before(span, value, 'a resource of this document', near));
  }
  if (type.kind !== 'named' || objects.has(type.name.value) || unions.has(type.name.value)) return;
  const { value, span } = type.name;
  const names = (): readonly string[] => [...objects.keys(), ...unions.keys()];
  const near = resources.has(value) ? `ref ${value}` : findNearestPlainName(objects, 'before', value, names);
  report(diagnostics.before(span, value, 'an object or union of this document', near));
}

function readConstraints(
  service: Service,
  items: readonly SourceText[],
  type: TypeModel | undefined,
  report: Report,
): ConstraintModel[] {
  return items.flatMap((item) => {
    const { constraint, diagnostics: found } = readConstraint(item);
    for (const diagnostic of found) report(diagnostic);
    if (constraint === undefined) return [];
    if (constraint.kind === 'pattern') checkPattern(constraint, report);
    if (type !== undefined) checkFit(service, item, constraint, type, report);
    return constraint;
  });
}

/** Requests of older clients are compared with the older pattern. */
function checkPattern({ pattern }: ConstraintModel & { readonly kind: 'pattern' }, report: Report): void {
  const made = compilePattern(pattern.text);
  if ('error' in made)
    report(diagnostics.before(pattern.span, pattern.text, `a valid pattern in ${made.engine}: ${made.error}`));
}

function checkFit(
  service: Service,
  item: SourceText,
  constraint: ConstraintModel,
  type: TypeModel,
  report: Report,
): void {
  const words = `\`${slice(service.source, type.span)}\``;
  if (isValueConstraint(constraint)) {
    let at = type;
    while (!fits(at, constraint) && (at.kind === 'list' || at.kind === 'map')) at = at.item;
    if (!fits(at, constraint)) report(diagnostics.before(item.span, item.text, `a constraint that fits ${words}`));
  } else if (constraint.kind === 'default' && type.kind !== 'state') {
    const schema = resolveSchema(service, { type, constraints: [] }, '');
    const { value, span } = constraint.literal;
    if (explainMismatch(service, schema, value) === undefined) return;
    report(diagnostics.before(span, slice(service.source, span), `a value of ${words}`));
  }
}

/** A rule is recorded only, but what is recorded is a condition. */
function checkRule(words: SourceText, report: Report): void {
  const { text, span } = words;
  if (!/^`[^`]*`$/.test(text))
    report(diagnostics.before(span, text, 'the older condition in a code span', `\`${text}\``));
  else
    for (const diagnostic of parseExpression(sliceSourceText(words, 1, text.length - 1)).diagnostics)
      report(diagnostic);
}
