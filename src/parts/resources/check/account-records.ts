import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { longestPublicKey } from '../../../text/codes/kept-passkey.ts';
import { findNearest } from '../../../text/nearest.ts';
import { explainNoAccounts } from '../../resolve/callers/accounts.ts';
import type { Service } from '../../service.ts';
import { accountValues, readAccountValue } from '../account-values.ts';
import { diagnostics } from '../diagnostics.ts';
import { findFormat } from '../formats/index.ts';
import type { ConstraintModel, FieldModel, ResourceModel, TypeModel } from '../model.ts';
import { checkCreatingLine } from './created-records.ts';
import { formatType } from './types.ts';

type Report = (diagnostic: Diagnostic) => void;

/** The longest `sub` of an issuer (OpenID Connect Core, section 2). */
const longestSubject = 255;

/** Checks the line Account of. */
export function checkAccountRecords(service: Service, report: Report): void {
  const says = {
    second: diagnostics['second-accounts'],
    cannotBe: diagnostics['account-of'],
    created: diagnostics['account-created'],
  };
  checkCreatingLine(service, { line: 'accountOf', explain: explainNoAccounts, says }, report);
}

const due = {
  issuer: 'the name of an issuer, such as `one of google, work`',
  subject: 'a `string`',
  text: 'a `string`',
  address: 'an `email`',
  key: 'a `string`',
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
  if (form === 'address') return true;
  const longest = form === 'subject' ? longestSubject : form === 'key' ? longestPublicKey : 0;
  return Number(constraint.from ?? 0) > Math.min(longest, 1) || Number(constraint.to ?? longest) < longest;
}
