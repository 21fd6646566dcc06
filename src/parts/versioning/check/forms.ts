import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { diagnostics } from '../diagnostics.ts';
import type { ChangeModel, OldRequests, OldResponses } from '../model.ts';
import { type ChangeForm, changeForms } from '../words.ts';

type Report = (diagnostic: Diagnostic) => void;

const said: Readonly<Record<OldResponses['kind'] | OldRequests['kind'], string>> = {
  absent: 'absent',
  default: 'default <literal>',
  cel: '= <CEL>',
  as: 'as <older name>',
  ignored: 'ignored',
  refused: 'refused',
};

/** Checks that a row of Changes has what its kind asks for and nothing that its kind has no use for. */
export function checkForms(change: ChangeModel, report: Report): void {
  const form = changeForms[change.change.value];
  checkBefore(change, form, report);
  // a What that does not fit has a diagnostic of its own
  if (change.where === undefined) return;
  checkCallers(change, form, report);
  checkRequests(change, form, report);
}

function checkBefore(change: ChangeModel, form: ChangeForm, report: Report): void {
  const verb = change.change.value;
  const [first] = change.before;
  if (form.prose === true || form.mayBeEmpty === true) return;
  if (form.before === undefined) {
    if (first !== undefined) report(diagnostics['before-stated'](first.span, verb));
    return;
  }
  // an event or operation that was removed has neither type nor constraints
  const isMember = change.where?.kind === 'field' || change.where?.kind === 'parameter';
  if (first === undefined && (verb !== 'removed' || isMember)) {
    report(diagnostics['before-missing'](change.change.span, verb, form.before));
  }
}

function checkCallers({ change, where, oldResponses }: ChangeModel, form: ChangeForm, report: Report): void {
  const verb = change.value;
  // parameters are never answered: at most the cell says that older callers do not know one
  const isAnswered = where?.kind === 'field' || where?.kind === 'code';
  const fits = isAnswered ? form.callers : form.callers?.filter((caller) => caller === 'absent' || caller === 'as');
  if (oldResponses === undefined) {
    if (verb === 'type') report(diagnostics['callers-missing'](change.span, verb, 'the older value as `= <CEL>`'));
    return;
  }
  if (fits?.includes(oldResponses.kind)) return;
  // An empty cell gives old clients no value of a removed field.
  const suggestion = verb === 'removed' && oldResponses.kind === 'absent' ? '' : undefined;
  const found = said[oldResponses.kind];
  report(diagnostics['callers-not-here'](oldResponses.span, verb, found, describeExpected(fits), suggestion));
}

function checkRequests({ change, where, oldRequests }: ChangeModel, form: ChangeForm, report: Report): void {
  const fits =
    where?.kind === 'field'
      ? form.requests
      : where?.kind === 'parameter'
        ? // nothing else is known where a parameter is left out
          form.requests?.filter(
            (request) => change.value !== 'added' && (request !== 'cel' || change.value === 'removed'),
          )
        : undefined;
  if (oldRequests === undefined || fits?.includes(oldRequests.kind)) return;
  // Requests of old clients that lack a field that is required now are refused without a word.
  const isSaid = change.value === 'required' && oldRequests.kind === 'refused';
  report(
    diagnostics['requests-not-here'](
      oldRequests.span,
      change.value,
      said[oldRequests.kind],
      describeExpected(fits),
      isSaid ? '' : undefined,
    ),
  );
}

function describeExpected(kinds: readonly (OldResponses['kind'] | OldRequests['kind'])[] | undefined): string {
  if (kinds === undefined || kinds.length === 0) return 'the cell stays empty';
  return `write ${kinds.map((kind) => `\`${said[kind]}\``).join(' or ')}`;
}
