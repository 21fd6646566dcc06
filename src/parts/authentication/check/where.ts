import { type Diagnostic, withWords } from '../../../diagnostics/diagnostic.ts';
import { memoByKey } from '../../../text/memo.ts';
import type { OperationModel } from '../../endpoints/model.ts';
import { isNotShown } from '../../not-shown.ts';
import { createEnvironments } from '../../resolve/environments.ts';
import { resolveExpression } from '../../resolve/expressions.ts';
import { resolveOperations } from '../../resolve/operation-names.ts';
import { listRuledResources } from '../../resolve/reach.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';
import type { ScopeModel } from '../model.ts';

/** The resources that a row rule is asked of by a name in Allows, each with the first operation that asks. */
const indexRuledResources = memoByKey((service: Service, name: string) => {
  const asked = new Map<string | undefined, OperationModel>();
  for (const operation of resolveOperations(service, name)) {
    for (const resource of listRuledResources(service, operation)) {
      if (!asked.has(resource)) asked.set(resource, operation);
    }
  }
  return asked;
});

/** Checks a row rule for the resource of each operation that its row lists. */
export function checkWhere(service: Service, row: ScopeModel, report: (diagnostic: Diagnostic) => void): void {
  const { where } = row;
  if (where === undefined || isNotShown(where)) return;
  const asked = new Map<string | undefined, OperationModel>();
  for (const { value } of isNotShown(row.allows) ? [] : row.allows) {
    for (const [resource, operation] of indexRuledResources(service, value)) {
      if (!asked.has(resource)) asked.set(resource, operation);
    }
  }
  const said = new Set<string>();
  let ofCaller = false;
  for (const [resource, operation] of asked) {
    const { diagnostics: found, tree } = resolveExpression(where, createEnvironments(service).where(resource));
    ofCaller ||= row.kind === 'public' && namesCaller(tree);
    const told = resource === undefined ? diagnoseMissingRecord(operation, found) : found;
    for (const diagnostic of told) {
      const key = `${diagnostic.span.start} ${diagnostic.message}`;
      if (!said.has(key)) report(asked.size === 1 ? diagnostic : withOperation(diagnostic, operation, resource));
      said.add(key);
    }
  }
  if (ofCaller) report(diagnostics['where-for-public'](where.span));
}

function namesCaller(tree: unknown): boolean {
  if (typeof tree !== 'object' || tree === null) return false;
  return (tree as { readonly root?: unknown }).root === 'caller' || Object.values(tree).some(namesCaller);
}

function diagnoseMissingRecord(operation: OperationModel, found: readonly Diagnostic[]): readonly Diagnostic[] {
  const [first] = found;
  if (first === undefined) return [];
  return [diagnostics['where-without-record'](first.span, operation.name.text, first.message)];
}

function withOperation(diagnostic: Diagnostic, operation: OperationModel, resource: string | undefined): Diagnostic {
  const label = resource === undefined ? 'asked here' : `asked of ${resource}, for this operation`;
  return withWords(diagnostic, { also: [...(diagnostic.also ?? []), { span: operation.name.span, label }] });
}
