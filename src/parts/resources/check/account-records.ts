import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { isPlainName } from '../../../text/limited-suggestions.ts';
import { findNearest } from '../../../text/nearest.ts';
import { isNotShown } from '../../not-shown.ts';
import { explainNoAccounts, listAccountResources } from '../../resolve/callers/accounts.ts';
import { collectDefinitions } from '../../resolve/definitions.ts';
import { listRunByEffects } from '../../resolve/effects/run.ts';
import type { Service } from '../../service.ts';
import { accountValues, readAccountValue } from '../account-values.ts';
import { diagnostics } from '../diagnostics.ts';
import { findFormat } from '../formats/index.ts';
import type { ConstraintModel, FieldModel, ResourceModel, TypeModel } from '../model.ts';
import { formatType } from './types.ts';

type Report = (diagnostic: Diagnostic) => void;

/** The longest `sub` of an issuer (OpenID Connect Core, section 2). */
const longestSubject = 255;

/** Checks the line Account of: one resource has it, its records can be accounts, and no one else creates them. */
export function checkAccountRecords(service: Service, report: Report): void {
  const [first, ...others] = listAccountResources(service);
  for (const other of others)
    report(
      diagnostics['second-accounts'](
        other.accountOf!.span,
        other.name.value,
        first!.name.value,
        first!.accountOf!.span,
      ),
    );
  if (first === undefined) return;
  const { value, span } = first.accountOf!;
  const known = collectDefinitions(service).resources;
  if (!known.has(value)) {
    const near = findNearest(value, [...known.keys()].filter(isPlainName));
    report(diagnostics['account-of'](span, first.name.value, `there is no resource \`${value}\``, near));
    return;
  }
  const problem = explainNoAccounts(service, first);
  if (problem !== undefined) report(diagnostics['account-of'](span, first.name.value, problem));
  checkCreated(service, first, report);
}

/** Reports what creates an account otherwise. */
function checkCreated(service: Service, { name: { value }, accountOf }: ResourceModel, report: Report): void {
  for (const { name, responses } of service.endpoints.operations) {
    if (name.resource?.value !== value) continue;
    const creates = !isNotShown(responses) && responses.some(({ isNew }) => isNew !== undefined);
    if (name.verb === 'create' || (name.verb === 'replace' && creates))
      report(diagnostics['account-created'](name.span, name.text, value));
  }
  if (listRunByEffects(service).has(`create ${value}`))
    report(diagnostics['account-created'](accountOf!.span, 'An Effect', value));
}

const due = {
  issuer: 'the name of an issuer, such as `one of google, work`',
  subject: 'a `string`',
  text: 'a `string`',
  address: 'an `email`',
} as const;

/** Checks a field that is `assigned from sign_in.…`. */
export function checkAccountValue(
  service: Service,
  resource: ResourceModel,
  field: FieldModel,
  { path: { value, span } }: ConstraintModel & { readonly kind: 'assigned from' },
  report: Report,
): void {
  const known = readAccountValue(value);
  if (known === undefined) {
    const names = Object.keys(accountValues).map((name) => `sign_in.${name}`);
    report(diagnostics['unknown-account-value'](span, value, findNearest(value, names)));
    return;
  }
  if (resource.accountOf === undefined) {
    report(diagnostics['account-value-elsewhere'](span, value, resource.name.value));
    return;
  }
  const { type } = field;
  if (type === undefined) return;
  const form = accountValues[known];
  if (!fits(form, type)) {
    report(diagnostics['account-value-type'](span, value, formatType(service, field), due[form]));
    return;
  }
  const limit = field.constraints.find((constraint) => limits(form, constraint));
  if (limit !== undefined) report(diagnostics['account-value-limited'](limit.span, value));
}

function fits(form: keyof typeof due, type: TypeModel): boolean {
  if (form === 'issuer') return type.kind === 'one of' && !type.nullable;
  if (type.kind !== 'string') return false;
  return form === 'address' ? findFormat(type)?.mailbox === true : type.format === undefined;
}

function limits(form: keyof typeof due, constraint: ConstraintModel): boolean {
  if (constraint.kind === 'pattern') return true;
  if (constraint.kind !== 'range') return false;
  if (form === 'address' || Number(constraint.from ?? 0) > (form === 'subject' ? 1 : 0)) return true;
  return form === 'subject' && Number(constraint.to ?? longestSubject) < longestSubject;
}
