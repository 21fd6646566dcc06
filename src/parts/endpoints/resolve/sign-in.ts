import type { ClaimedFieldPlan } from '../../../plan/operation.ts';
import type { ValueSchema } from '../../../plan/schema.ts';
import type { AnswerShape, InputMember, InputShape } from '../../../plan/shape.ts';
import { getLineNumber } from '../../../text/location.ts';
import { findAccounts } from '../../resolve/callers/accounts.ts';
import { resolveSchema } from '../../resolve/schemas.ts';
import { findField } from '../../resolve/vocabulary.ts';
import { findFormat } from '../../resources/formats/index.ts';
import type { FieldModel, ResourceModel } from '../../resources/model.ts';
import type { About } from '../about.ts';

/** The claims of a person that a new record may have, as texts (OpenID Connect Core, section 5.1). */
export const claims = [
  'name',
  'given_name',
  'family_name',
  'middle_name',
  'nickname',
  'preferred_username',
  'profile',
  'picture',
  'website',
  'email',
  'gender',
  'birthdate',
  'zoneinfo',
  'locale',
] as const;

/** The most characters of the members of a sign in, which an issuer chooses. */
const [longestCode, longestText] = [8_000, 2_000];

/** Returns the body of `start sign in` or `sign in`, which the language gives; undefined of other operations, or without accounts. */
export function findSignInRequest(about: About): InputShape | undefined {
  const { service, operation } = about;
  const { session } = operation.name;
  const accounts = findAccounts(service);
  if (accounts === undefined || (session !== 'start sign in' && session !== 'sign in')) return undefined;
  const line = getLineNumber(service.source, operation.span);
  const { resource, issuer } = accounts;
  const of = { holder: resource.name.value, field: issuer.name.value };
  if (session === 'start sign in') {
    const schema = resolveSchema(service, issuer, `${of.holder}.${of.field}`);
    const members = [{ name: 'issuer', required: true, shape: { kind: 'value', schema, of, line } }] as const;
    return { kind: 'object', members, line };
  }
  const text = (name: string, required: boolean, most: number): InputMember => {
    const constraints = [{ kind: 'range', unit: 'characters', to: String(most), line }] as const;
    return { name, required, shape: { kind: 'value', schema: { type: 'string', constraints }, line } };
  };
  const { hasPasskeys, hasIssuers } = accounts;
  const credential: InputMember = {
    ...{ name: 'credential', required: !hasIssuers },
    shape: { kind: 'value', schema: { type: 'object' }, line },
  };
  const ofIssuer = [
    text('state', !hasPasskeys, longestText),
    text('code', false, longestCode),
    text('iss', false, longestText),
    text('error', false, longestText),
  ];
  const members = [
    text('attempt', true, longestText),
    ...(hasPasskeys ? [credential] : []),
    ...(hasIssuers ? ofIssuer : []),
  ];
  return { kind: 'object', members, line };
}

/** The response of `start sign in`: where to go, or the options for an authenticator, and what the client keeps until the person is back. */
export function findSignInResponse({ service, operation: { name } }: About): AnswerShape | undefined {
  if (name.session !== 'start sign in') return undefined;
  const { hasPasskeys = false, hasIssuers = true } = findAccounts(service) ?? {};
  const member = (field: string, schema: ValueSchema, optional = false) => {
    return { name: field, optional, shape: { kind: 'field', path: [field], schema } } as const;
  };
  const address = member('address', { type: 'string', format: { name: 'uri' } }, hasPasskeys);
  const options = member('options', { type: 'object' }, hasIssuers);
  const members = [...(hasIssuers ? [address] : []), ...(hasPasskeys ? [options] : [])];
  return { kind: 'object', members: [...members, member('attempt', { type: 'string' })] };
}

/** Returns the claim that a field of a new record has; a reason if it can have none. */
export function findClaim(resource: ResourceModel, name: string): ClaimedFieldPlan | string {
  const field = findField(resource, name);
  if (field?.type === undefined) return `\`${resource.name.value}\` has no such field`;
  if (findFormat(field.type)?.hashed === true) return 'an issuer gives no passwords';
  if (field.type.kind !== 'string') return 'it is not a `string`';
  if (isOwn(field)) return 'the service gives its value';
  const claim = findFormat(field.type)?.mailbox === true ? 'email' : claims.find((known) => known === name);
  if (claim === undefined) return `an issuer gives no claim of that name: it gives ${claims.join(', ')}`;
  return { field: name, claim };
}

function isOwn(field: FieldModel): boolean {
  return field.constraints.some(({ kind }) =>
    ['assigned', 'assigned from', 'assigned on update', 'computed', 'identity'].includes(kind),
  );
}
