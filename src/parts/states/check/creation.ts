import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { collectReferences } from '../../../expression/references.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Span } from '../../../text/location.ts';
import { isNotShown } from '../../not-shown.ts';
import { createEnvironments, findEffectEnvironment } from '../../resolve/environments.ts';
import { resolveExpression } from '../../resolve/expressions.ts';
import type { Machine } from '../../resolve/machines.ts';
import { isRuleOf } from '../../resolve/transitions.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';
import { findScopedSequence } from './effects.ts';

type Report = (diagnostic: Diagnostic) => void;

/** Checks that rows and rules of `create` that choose among several initial states do not read the state, which the record does not have yet. */
export function checkUnknownState(service: Service, machine: Machine, report: Report): void {
  const { model, field, resource } = machine;
  const initial = model.states.filter(({ kind }) => kind?.value === 'initial');
  if (field === undefined || initial.length < 2) return;
  const rows = model.transitions.filter(({ name }) => name.value === 'create');
  const number = findScopedSequence(resource, field);
  const [first] = rows;
  if (number !== undefined && first !== undefined) {
    report(
      diagnostics['state-open'](first.to?.kind === 'state' ? first.to.state.span : first.name.span, field, number),
    );
  }
  const look = (tree: Expression | undefined, span: Span): void => {
    if (tree === undefined) return;
    const { fields, next } = collectReferences(tree);
    const reads = fields.get('record')?.has(field) === true || next.some(({ within }) => within.includes(field));
    if (reads) report(diagnostics['state-open'](span, field));
  };
  for (const rule of resource.rules) {
    if (!isRuleOf(rule, 'create') || rule.holds === undefined) continue;
    const environment = createEnvironments(service).rule(resource.name.value, rule.name.value, 'create');
    look(resolveExpression(rule.holds, environment).tree, rule.holds.span);
  }
  for (const row of rows) {
    const { guard } = row;
    if (guard !== undefined && !isNotShown(guard)) {
      look(resolveExpression(guard, createEnvironments(service).guard(resource.name.value, row)).tree, guard.span);
    }
    for (const effect of row.effects) {
      const environment = findEffectEnvironment(service, resource.name.value, row, effect);
      look(resolveExpression(effect.value, environment).tree, effect.value.span);
    }
  }
}
