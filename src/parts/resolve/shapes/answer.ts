import type { Environment } from '../../../expression/symbol-table.ts';
import type { AnswerShape } from '../../../plan/shape.ts';
import { diagnostics } from '../../../shape/diagnostics.ts';
import { figures, findBuiltInLocation, findSimilarFigure, responseRoles } from '../../../shape/roles.ts';
import type { ShapeSyntax } from '../../../shape/syntax.ts';
import { findNearest } from '../../../text/nearest.ts';
import { resolveExpression } from '../expressions.ts';
import { createOptionalEnvironment, createRecordEnvironment, removeRecord } from './around.ts';
import {
  type At,
  choose,
  createRecordStart,
  describeLocation,
  describeMissingRecord,
  requireDefinition,
  resolveFields,
  type Work,
} from './at.ts';
import { describeMissingBound, resolveChildren } from './children.ts';
import { resolveFigure } from './figure.ts';
import { listsGroups, resolveGroups } from './groups.ts';
import { resolveNamed } from './named.ts';
import { createFieldList, listHiddenValues } from './shown-values.ts';

/** Resolves one shape of an answer at its place. */
export function answer(work: Work, shape: ShapeSyntax, at: At): AnswerShape | undefined {
  switch (shape.kind) {
    case 'literal':
      return { kind: 'literal', value: shape.value };
    case 'cel':
      return resolveCel(work, shape, at);
    case 'role':
      return resolveBuiltIn(work, shape, at);
    case 'figure':
      return resolveFigure(work, shape, at);
    case 'object':
      return { kind: 'object', members: resolveFields(work, shape.members, at) };
    case 'items':
    case 'either':
      work.diagnostics.push(diagnostics['error-bodies-only'](shape.span, describeForm(shape)));
      return undefined;
    case 'list':
      return list(work, shape, at);
    case 'field':
      return resolveField(work, shape, at);
    case 'name':
      return resolveNamed(work, shape, at);
  }
}

/** A form of error bodies, as it is called where it does not belong. */
export function describeForm({ kind }: ShapeSyntax): string {
  return kind === 'items' ? 'A list of just some values' : 'An alternative';
}

function resolveCel(work: Work, shape: ShapeSyntax & { kind: 'cel' }, at: At): AnswerShape | undefined {
  const environment = findEnvironment(work, at);
  if (environment === undefined) {
    work.diagnostics.push(diagnostics['no-expression-here'](shape.span));
    return undefined;
  }
  if (shape.cel.text === '') return undefined;
  const { tree, diagnostics: found } = resolveExpression(
    shape.cel,
    at.optional === true ? createOptionalEnvironment(environment) : environment,
  );
  work.diagnostics.push(...found);
  if (tree === undefined) return undefined;
  const created = work.place === 'create answer' && at.embedded === 0;
  const record = at.subject?.name ?? work.resource;
  const from = { service: work.service, list: createFieldList(work.service), record, created };
  for (const { of, field, why } of listHiddenValues(from, tree))
    work.diagnostics.push(diagnostics['never-shown'](shape.span, of, field, why));
  return { kind: 'cel', value: tree };
}

function findEnvironment(work: Work, at: At): Environment | undefined {
  if (work.environment === undefined) return undefined;
  const environment = work.environment();
  if (at.subject === undefined) return work.place === 'code answer' ? environment : removeRecord(environment);
  const own = at.embedded === 0 && at.subject.name === work.resource;
  return own ? environment : createRecordEnvironment(environment, at.subject.name);
}

function list(work: Work, shape: ShapeSyntax & { kind: 'list' }, at: At): AnswerShape | undefined {
  const { item, bound } = shape;
  if (bound !== undefined) return resolveChildren(work, { ...shape, bound }, at);
  const missing = describeMissingBound(work, shape, at);
  if (missing !== undefined) {
    work.diagnostics.push(missing);
    return undefined;
  }
  const opens = work.place === 'list answer' && at.inRecords === undefined;
  if (item.kind === 'name') return resolveNamed(work, item, { ...at, list: shape.span });
  if (item.kind === 'object' && opens && listsGroups(item)) return resolveGroups(work, item);
  if (item.kind === 'object' && (opens || at.handled)) {
    return {
      kind: 'records',
      item: { kind: 'object', members: resolveFields(work, item.members, createRecordStart(work, at)) },
    };
  }
  work.diagnostics.push(diagnostics['no-list-here'](shape.span));
  return undefined;
}

function resolveField(work: Work, shape: ShapeSyntax & { kind: 'field' }, at: At): AnswerShape | undefined {
  const { of, field: name } = shape;
  const definition = requireDefinition(work, of);
  if (definition === undefined) return undefined;
  if (definition.kind === 'union') {
    work.diagnostics.push(diagnostics['union-in-part'](of.span, of.value));
    return undefined;
  }
  const holder = at.subject ?? (at.handled ? definition : undefined);
  if (holder === undefined) {
    work.diagnostics.push(describeMissingRecord(work, of));
    return undefined;
  }
  if (holder.name !== definition.name) {
    work.diagnostics.push(diagnostics['another-record'](of.span, of.value, holder.name));
    return undefined;
  }
  const chosen = choose(work, holder, name, at);
  return chosen === undefined || at.subject !== undefined ? chosen : { ...chosen, of: holder.name };
}

/** Resolves a role of the place. */
function resolveBuiltIn(work: Work, shape: ShapeSyntax & { kind: 'role' }, at: At): AnswerShape | undefined {
  const roles = at.inRecords ? (work.recordRoles ?? []) : work.roles;
  const found = roles.find((candidate) => candidate === shape.name);
  if (found === undefined) {
    const home = findBuiltInLocation(shape.name);
    const isOfRecords = work.place === 'list answer' && work.recordRoles === undefined && at.inRecords === undefined;
    const near = (isOfRecords ? findSimilarFigure(shape.name) : undefined) ?? findNearest(shape.name, roles);
    const all = isOfRecords ? [...roles, ...figures.map((figure) => `${figure} of <field>`)] : roles;
    const available = near === undefined && all.length <= responseRoles.length ? [] : all;
    const suggestion = near ?? (available.length === 0 ? JSON.stringify(shape.name) : undefined);
    work.diagnostics.push(
      home === undefined
        ? diagnostics['unknown-role'](shape.span, shape.name, available, suggestion)
        : diagnostics['role-elsewhere'](shape.span, shape.name, home, describeLocation(work, at)),
    );
    return undefined;
  }
  if (shape.members === undefined) return { kind: 'role', role: found };
  work.diagnostics.push(diagnostics['role-members'](shape.span, found));
  return undefined;
}
