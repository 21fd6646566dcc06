import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { ownVerbs } from '../../../plan/kinds.ts';
import type { Name } from '../../../text/location.ts';
import { findNearest } from '../../../text/nearest.ts';
import { isNotShown } from '../../not-shown.ts';
import { createEnvironments } from '../../resolve/environments.ts';
import { resolveExpression } from '../../resolve/expressions.ts';
import { createFromStatesReader, groupRows, isTimed, type Machine } from '../../resolve/machines.ts';
import { explainCodeMismatch, listVerbSites } from '../../resolve/named-codes.ts';
import { findField } from '../../resolve/vocabulary.ts';
import { findFormat } from '../../resources/formats/index.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';
import type { TransitionModel } from '../model.ts';
import { notForTransitions } from '../words.ts';
import { checkEffects } from './effects.ts';

type Report = (diagnostic: Diagnostic) => void;

/** Checks one row of a transition table alone: names, states, trigger, guard, effects, error. */
export function checkRow(service: Service, machine: Machine, row: TransitionModel, report: Report): void {
  const { name, refusal, guard } = row;
  if (notForTransitions.includes(name.value)) report(diagnostics['transition-name'](name.span, name.value));
  checkFrom(machine, row, report);
  checkTo(machine, row, report);
  checkTrigger(machine, row, report);
  if (guard !== undefined && !isNotShown(guard)) {
    const environment = createEnvironments(service).guard(machine.resource.name.value, row);
    for (const diagnostic of resolveExpression(guard, environment).diagnostics) report(diagnostic);
  }
  checkEffects(service, machine, row, report);
  if (refusal === undefined) return;
  checkRefusal(service, machine, name.value, refusal, report);
  if (guard === undefined) report(diagnostics['refusal-unused'](refusal.span));
}

function checkRefusal(
  service: Service,
  machine: Machine,
  transition: string,
  { value, span }: Name,
  report: Report,
): void {
  const resource = machine.resource.name.value;
  const of = `${transition} ${resource}`;
  const all = () => listVerbSites(service, transition, resource);
  const misfit = explainCodeMismatch(service, value, 'guard fails', { of, all });
  if (misfit !== undefined) report(diagnostics['wrong-code'](span, value, misfit.leftOut));
}

function checkFrom(machine: Machine, row: TransitionModel, report: Report): void {
  const { from, name } = row;
  const isAction = machine.field === undefined;
  if (from.kind === 'none') {
    if (!isAction && name.value !== 'create') report(diagnostics['from-missing'](name.span, name.value));
    return;
  }
  const span = from.kind === 'states' ? from.states[0]?.span : from.span;
  if (span === undefined) return;
  if (name.value === 'create') {
    report(diagnostics['from-given'](span, 'A record that is being created has no state before.'));
    return;
  }
  if (isAction) {
    report(diagnostics['from-given'](span, `\`${machine.resource.name.value}\` has no \`state\` field.`));
    return;
  }
  if (from.kind !== 'states') return;
  for (const state of from.states) {
    const kind = machine.states.get(state.value)?.kind?.value;
    if (kind === 'gone' || (kind === 'final' && !ownVerbs.has(name.value))) {
      report(diagnostics['leaves-final'](state.span, name.value, state.value));
    }
  }
}

function checkTo(machine: Machine, row: TransitionModel, report: Report): void {
  const { to, name } = row;
  const isAction = machine.field === undefined;
  const isOwn = ownVerbs.has(name.value);
  const initial = [...machine.states.values()].filter(({ kind }) => kind?.value === 'initial');
  if (to === undefined) {
    const isOpen = name.value === 'create' && initial.length > 1;
    if (!isAction && (!isOwn || isOpen)) report(diagnostics['to-missing'](name.span, name.value));
    return;
  }
  const span = to.kind === 'state' ? to.state.span : to.span;
  if (isAction) {
    report(diagnostics['to-given'](span, `\`${machine.resource.name.value}\` has no \`state\` field.`));
    return;
  }
  const state = to.kind === 'state' ? machine.states.get(to.state.value) : undefined;
  if (to.kind === 'state' && state === undefined) return;
  if (name.value === 'delete' && state?.kind?.value !== 'gone') {
    report(diagnostics['to-given'](span, 'A `delete` row leads to a state of kind `gone`, or erases the record.'));
  } else if (to.kind === 'same' && isOwn) {
    if (row.guard === undefined || !isNotShown(row.guard))
      report(diagnostics['to-given'](span, explainWhyNotSame(name.value)));
  } else if (name.value === 'create' && state?.kind?.value !== 'initial') {
    report(diagnostics['to-initial'](span, state!.name.value, initial.length === 1));
  } else if (name.value !== 'delete' && state?.kind?.value === 'gone') {
    report(diagnostics['to-gone'](span, name.value, state.name.value));
  } else if (isOwn && name.value !== 'create' && name.value !== 'delete') {
    checkFinalKept(machine, row, state!.name.value, report);
  }
}

/** From of `update` and `replace` includes final states, but a row with a To does not lead out of one. */
function checkFinalKept(machine: Machine, row: TransitionModel, to: string, report: Report): void {
  const { from, name } = row;
  const isLeft = (state: string): boolean => state !== to && machine.states.get(state)?.kind?.value === 'final';
  if (from.kind === 'states') {
    for (const { value, span } of from.states)
      if (isLeft(value)) report(diagnostics['leaves-final'](span, name.value, value));
    return;
  }
  if (from.kind === 'none') return;
  const rows = groupRows(machine.model).get(name.value)!;
  const left = createFromStatesReader(machine.states, rows)(row).find(isLeft);
  if (left !== undefined) report(diagnostics['leaves-final'](from.span, name.value, left, from.kind));
}

function explainWhyNotSame(verb: string): string {
  return verb === 'create'
    ? 'A record that is being created has no state to keep.'
    : `A row of \`${verb}\` without a To keeps the state.`;
}

function checkTrigger(machine: Machine, row: TransitionModel, report: Report): void {
  const { trigger, name } = row;
  if (trigger === undefined) return;
  if (ownVerbs.has(name.value) && (name.value !== 'delete' || trigger.kind === 'handler')) {
    report(diagnostics['own-trigger'](trigger.span, name.value));
    return;
  }
  if (machine.field === undefined && isTimed(row)) {
    report(diagnostics['timed-needs-state'](trigger.span, machine.resource.name.value));
    return;
  }
  if (trigger.kind !== 'at') return;
  const { fields } = machine.resource;
  const { value, span } = trigger.field;
  const field = findField(machine.resource, value);
  const isMoment = (candidate: (typeof fields)[number]): boolean =>
    candidate.type?.kind === 'string' && findFormat(candidate.type)?.timer !== undefined;
  if (field !== undefined && (isMoment(field) || field.type === undefined)) return;
  const moments = fields.filter(isMoment).map((each) => each.name.value);
  const { value: resource } = machine.resource.name;
  const message =
    field === undefined
      ? `\`${resource}\` has no field \`${value}\`.`
      : `\`${value}\` is neither a \`date\` nor a \`date-time\`.`;
  report(
    diagnostics['at-field'](
      span,
      message,
      findNearest(value, moments) ?? (moments.length === 1 ? moments[0] : undefined),
    ),
  );
}
