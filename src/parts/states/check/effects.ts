import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Span } from '../../../text/location.ts';
import { resolveTargetType } from '../../resolve/effects/fields.ts';
import { resolveOtherEffects } from '../../resolve/effects/resolve.ts';
import { checkSecrets } from '../../resolve/effects/secrets.ts';
import { findEffectEnvironment } from '../../resolve/environments.ts';
import { resolveExpression } from '../../resolve/expressions.ts';
import type { Machine } from '../../resolve/machines.ts';
import { findField } from '../../resolve/vocabulary.ts';
import type { ResourceModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';
import type { EffectModel, TransitionModel } from '../model.ts';

type Report = (diagnostic: Diagnostic) => void;

/** Checks the effects of a row: what they set may be set, once, and the right side has its type. */
export function checkEffects(service: Service, machine: Machine, row: TransitionModel, report: Report): void {
  const { value: resource } = machine.resource.name;
  const set = new Map<string, Span>();
  for (const effect of row.effects) {
    checkOnce(effect, set, report);
    const target = effect.path.map(({ value }) => value).join('.');
    if (resolveTargetType(service, machine.resource, effect.path, report, machine.field) === undefined) continue;
    const number =
      row.name.value === 'create' ? findScopedSequence(machine.resource, effect.path[0]!.value) : undefined;
    if (number !== undefined) {
      const why = `\`${number}\` is counted for each value of it, before a row of \`create\` is tried`;
      report(diagnostics['effect-cannot'](effect.path[0]!.span, target, why));
    }
    const environment = findEffectEnvironment(service, resource, row, effect);
    const { tree, diagnostics: found } = resolveExpression(effect.value, environment);
    for (const diagnostic of found) report(diagnostic);
    const field = findField(machine.resource, effect.path[0]!.value);
    if (tree !== undefined) checkSecrets({ service, resource, tree, span: effect.value.span }, field, report);
  }
  for (const diagnostic of resolveOtherEffects(service, row, resource).diagnostics) report(diagnostic);
}

/** The number that the service assigns for each value of a field, where there is one. */
export function findScopedSequence({ fields }: ResourceModel, name: string): string | undefined {
  const found = fields.find(({ type, constraints }) => {
    const assigned = type?.kind === 'integer' && constraints.some(({ kind }) => kind === 'assigned');
    return (
      assigned &&
      constraints.some(
        (constraint) => constraint.kind === 'unique' && constraint.with.some(({ value }) => value === name),
      )
    );
  });
  return found?.name.value;
}

/** A field may be set once in a row; a path into a field that is set as a whole sets it again. */
function checkOnce(effect: EffectModel, set: Map<string, Span>, report: Report): void {
  const names = effect.path.map(({ value }) => value);
  const keys = names.map((_, index) => JSON.stringify(names.slice(0, index + 1)));
  const whole = keys.at(-1)!;
  const before = keys.map((key) => set.get(key)).find((span) => span !== undefined) ?? set.get(`${whole} inside`);
  if (before !== undefined) {
    report(
      diagnostics['duplicate-effect'](
        { start: effect.path[0]!.span.start, end: effect.path.at(-1)!.span.end },
        names.join('.'),
        before,
      ),
    );
    return;
  }
  set.set(whole, effect.span);
  for (const key of keys.slice(0, -1)) set.set(`${key} inside`, effect.span);
}
