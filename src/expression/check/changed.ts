import type { Span } from '../../text/location.ts';
import { diagnostics } from '../diagnostics.ts';
import type { Syntax } from '../parse/syntax.ts';
import type { Expression } from '../tree.ts';
import { type Checking, fail } from './checking.ts';

/**
 * Checks `changed(f)`: whether a field of the record has another value than before, or has become present or absent. A new record has changed
 * in each field. It is checked as what it is short for: `has(f) ? not has(old.f) or old.f != f : has(old.f)`. A field of an object is there
 * if the object is: `has(place) and has(place.city)`.
 */
export function checkChanged(
  checking: Checking,
  { span, args: [field] }: Syntax & { readonly kind: 'call' },
): Expression | undefined {
  const before = field && readBefore(field);
  if (field === undefined || before === undefined) return fail(checking, diagnostics['changed-what'](span));
  const { roots, place } = checking.environment;
  const old: Syntax = { kind: 'name', name: 'old', span };
  if (!roots.has('old')) return fail(checking, diagnostics['root-not-allowed'](span, 'old', place, [...roots.keys()]));
  const found = checking.check(field);
  if (found === undefined) return undefined;
  // Of another record only the present is known.
  const isOther = found.op === 'path' && found.steps.some(({ through }) => through !== undefined);
  if (found.op === 'path' && (found.root !== 'record' || isOther))
    return fail(checking, diagnostics['changed-what'](span));
  const isThere = (of: Syntax): Syntax => buildPresence(checking, of, span);
  const not = (of: Syntax): Syntax => ({ kind: 'not', of, span });
  const differs: Syntax = { kind: 'binary', operator: '!=', left: before, right: field, span };
  const changed: Syntax = {
    kind: 'choose',
    when: isThere(field),
    outcome: { kind: 'binary', operator: '||', left: not(isThere(before)), right: differs, span },
    otherwise: isThere(before),
    span,
  };
  if (checking.environment.presence?.facts.get('old')?.there === true) return checking.check(changed);
  return checking.check({ kind: 'binary', operator: '||', left: not(call('has', old, span)), right: changed, span });
}

/** The condition that a field is there, and each object around it. */
function buildPresence(checking: Checking, field: Syntax, span: Span): Syntax {
  const has = call('has', field, span);
  if (field.kind !== 'select' || isRoot(field.from)) return has;
  const and = (left: Syntax, right: Syntax): Syntax => ({ kind: 'binary', operator: '&&', left, right, span });
  const around = buildPresence(checking, field.from, span);
  if (checking.check(field.from)?.type.kind !== 'nullable') return and(around, has);
  const isSet: Syntax = { kind: 'binary', operator: '!=', left: field.from, right: { kind: 'null', span }, span };
  return and(and(around, isSet), has);
}

function isRoot(syntax: Syntax): boolean {
  return syntax.kind === 'name' && (syntax.name === 'record' || syntax.name === 'old');
}

function call(name: string, of: Syntax, span: Span): Syntax {
  return { kind: 'call', name, nameSpan: span, args: [of], span };
}

/** The same field of the record before the change; undefined if the argument is another expression. */
function readBefore(field: Syntax): Syntax | undefined {
  const { span } = field;
  const old: Syntax = { kind: 'name', name: 'old', span };
  if (field.kind === 'name') return { kind: 'select', from: old, name: field.name, nameSpan: span, span };
  if (field.kind !== 'select') return undefined;
  const { from, name, nameSpan } = field;
  const around = from.kind === 'name' && from.name === 'record' ? old : readBefore(from);
  return around && { kind: 'select', from: around, name, nameSpan, span };
}
