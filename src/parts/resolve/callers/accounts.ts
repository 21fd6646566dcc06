import { passkeyIssuer } from '../../../plan/records/accounts.ts';
import { memo } from '../../../text/memo.ts';
import type { FieldModel, ResourceModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';
import { isInternal } from '../inputs.ts';
import { findField } from '../vocabulary.ts';
import { explainNoRecord, listHolders } from './session-records.ts';
import { findLoggedIn, findSessionScheme } from './sessions.ts';

/** The resource whose records are accounts at issuers, and its fields with the person and the issuer. */
export interface Accounts {
  readonly resource: ResourceModel;
  readonly holder: FieldModel;
  readonly issuer: FieldModel;
  /** People sign in with passkeys. */
  readonly hasPasskeys: boolean;
  /** People sign in with issuers. */
  readonly hasIssuers: boolean;
}

/** Returns the resources with the line Account of. */
export function listAccountResources({ resources }: Pick<Service, 'resources'>): readonly ResourceModel[] {
  return resources.resources.filter(({ accountOf }) => accountOf !== undefined);
}

/**
 * Returns the resource of accounts; undefined if there is none, or if it cannot be one. Of an older version, the present document decides
 * that: clients of a version may know a field by another name, or no passkeys.
 */
export const findAccounts = memo((service: Service): Accounts | undefined => {
  const { present = service } = service;
  const [stated] = listAccountResources(present);
  if (stated === undefined || explainNoAccounts(present, stated) !== undefined) return undefined;
  if (findSessionScheme(present) === undefined) return undefined;
  const shown = listAccountResources(service).find(({ name }) => name.value === stated.name.value) ?? stated;
  const [known] = listAssigned(shown, 'sign_in.issuer');
  const issuer = known?.type?.kind === 'one of' ? known : listAssigned(stated, 'sign_in.issuer')[0]!;
  const names = listIssuers(issuer);
  const [holder] = [shown, stated].flatMap((resource) => listHolders(resource, stated.accountOf!.value));
  return {
    resource: shown,
    holder: holder!,
    issuer,
    hasPasskeys: names.includes(passkeyIssuer),
    hasIssuers: names.length === 0 || names.some((name) => name !== passkeyIssuer),
  };
});

/** Explains why the records of a resource with the line Account of cannot be accounts at issuers. */
export function explainNoAccounts(service: Service, resource: ResourceModel): string | undefined {
  const of = resource.accountOf!.value;
  const signsIn = service.endpoints.operations.some(
    ({ name }) => name.session === 'sign in' && name.resource?.value === of,
  );
  if (!signsIn || findLoggedIn(service)?.name.value !== of) return `no operation \`sign in ${of}\` is stated`;
  const problem = explainNoRecord(service, resource, of, 'sign in');
  if (problem !== undefined) return problem;
  for (const value of ['sign_in.issuer', 'sign_in.subject']) {
    const [first, second] = listAssigned(resource, value);
    if (first === undefined) return `it has no field that is \`assigned from ${value}\``;
    if (second !== undefined)
      return `\`${first.name.value}\` and \`${second.name.value}\` are both \`assigned from ${value}\``;
  }
  const [issuer] = listAssigned(resource, 'sign_in.issuer');
  const [subject] = listAssigned(resource, 'sign_in.subject');
  const [key, secondKey] = listAssigned(resource, 'sign_in.public_key');
  const ofPasskeys = listIssuers(issuer!).includes(passkeyIssuer);
  if (ofPasskeys && key === undefined)
    return `it has no field that is \`assigned from sign_in.public_key\`, which \`${passkeyIssuer}\` needs`;
  if (!ofPasskeys && key !== undefined)
    return `\`${key.name.value}\` is the key of a passkey, and \`${passkeyIssuer}\` is not among the issuers`;
  if (secondKey !== undefined)
    return `\`${key!.name.value}\` and \`${secondKey.name.value}\` are both \`assigned from sign_in.public_key\``;
  if (key !== undefined && !isInternal(key))
    return `\`${key.name.value}\` is not \`internal\`, and its text changes with each use of the passkey`;
  return isUniqueTogether(resource, issuer!, subject!)
    ? undefined
    : `\`${subject!.name.value}\` is not \`unique with ${issuer!.name.value}\``;
}

function listIssuers({ type }: FieldModel): readonly string[] {
  return type?.kind === 'one of' ? type.values.map(({ value }) => value) : [];
}

/** The fields that are `assigned from` a path. */
function listAssigned({ fields }: ResourceModel, path: string): readonly FieldModel[] {
  return fields.filter(({ constraints }) =>
    constraints.some((constraint) => constraint.kind === 'assigned from' && constraint.path.value === path),
  );
}

function isUniqueTogether(resource: ResourceModel, ...pair: readonly [FieldModel, FieldModel]): boolean {
  const names = pair.map(({ name }) => name.value);
  return names.some((name, at) =>
    findField(resource, name)?.constraints.some(
      (constraint) =>
        constraint.kind === 'unique' &&
        constraint.ignoring === undefined &&
        constraint.with.length === 1 &&
        constraint.with[0]!.value === names[1 - at],
    ),
  );
}
