import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { findWrongStatus } from '../resolve/code-statuses.ts';
import { indexNamedCodes } from '../resolve/named-codes.ts';
import { createOperationNames } from '../resolve/operation-names.ts';
import type { Service } from '../service.ts';
import { buildConditionKey } from './candidates.ts';
import { checkBody } from './check/body.ts';
import { checkFields } from './check/fields.ts';
import { checkPlaces } from './check/places.ts';
import { checkTwoAnswers } from './check/two-answers.ts';
import { findCondition } from './conditions/index.ts';
import { diagnostics } from './diagnostics.ts';
import type { CodeModel } from './model.ts';

type Report = (diagnostic: Diagnostic) => void;

/** Checks the part Errors against the rest: statuses, narrowings, codes for one refusal, the body. */
export function check(service: Service, report: Report): void {
  const handlers = createOperationNames(service).hasHandlers;
  // without the column Condition its aspect is a gap, which says more than a warning for each row
  const aspect = service.aspects.find((status) => status.part === 'errors' && status.aspect === 'conditions');
  const stated = aspect?.status === 'stated' || aspect?.status === 'none';
  for (const code of service.errors.codes) {
    checkStatus(service, code, report);
    checkStatusNeeded(service, code, report);
    checkTwice(code, report);
    const { value, span } = code.code;
    const named = handlers || indexNamedCodes(service).has(value);
    if (code.conditions.length === 0 && !named && stated && code.unread !== true)
      report(diagnostics['never-answered'](span, value));
  }
  checkPlaces(service, report);
  checkTwoAnswers(service, report);
  checkFields(service, report);
  checkBody(service, report);
}

function checkStatus(service: Service, { code, status, conditions: rows }: CodeModel, report: Report): void {
  if (status === undefined) return;
  const { value, span } = status;
  const wrong = findWrongStatus(service, { code, conditions: rows }, value);
  if (wrong !== undefined) report(diagnostics['status-range'](span, value, wrong.condition));
}

/** Where conditions name codes, they have the statuses of their codes too. */
function checkStatusNeeded(service: Service, { code, statusEmpty, conditions: rows }: CodeModel, report: Report): void {
  if (statusEmpty === undefined) return;
  const isConventional = service.errors.convention !== undefined;
  const names = [...rows.map(({ name }) => name.value), ...(indexNamedCodes(service).get(code.value) ?? [])];
  if (isConventional && names.some((name) => findCondition(name)?.status !== undefined)) return;
  report(diagnostics['status-needed'](statusEmpty, code.value, isConventional));
}

function checkTwice({ conditions: rows }: CodeModel, report: Report): void {
  const seen = new Set<string>();
  for (const { name, on, raisedBy, span } of rows) {
    const key = raisedBy === undefined ? buildConditionKey(name.value, on?.value) : `raised by ${raisedBy.value}`;
    if (seen.has(key)) report(diagnostics['duplicate-condition'](span, key));
    seen.add(key);
  }
}
