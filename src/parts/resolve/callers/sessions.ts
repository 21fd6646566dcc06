import type { SessionPlan } from '../../../plan/operation.ts';
import type { InputShape } from '../../../plan/shape.ts';
import { refreshToken } from '../../../shape/roles.ts';
import { memo } from '../../../text/memo.ts';
import type { SchemeModel } from '../../authentication/model.ts';
import { findSchemeKind } from '../../authentication/schemes/index.ts';
import type { OperationModel, OperationName } from '../../endpoints/model.ts';
import { isNotShown } from '../../not-shown.ts';
import { findFormat } from '../../resources/formats/index.ts';
import type { FieldModel, ResourceModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';
import { collectDefinitions, findField, findIdentity } from '../vocabulary.ts';

/** Returns the schemes whose credentials this service issues to people who log in: those of kind `access token`. */
export const listSessionSchemes = memo((service: Service): readonly SchemeModel[] =>
  service.authentication.schemes.filter(({ kind }) => {
    if (kind === undefined || isNotShown(kind)) return false;
    const { makes } = findSchemeKind(kind.value) ?? {};
    return makes === 'token';
  }),
);

/** Returns the resource whose records log in, if there is one; of several that of the first operation `log in` or `sign in`. */
export const findLoggedIn = memo((service: Service): ResourceModel | undefined => {
  const operation = service.endpoints.operations.find(({ name }) => isLogIn(name));
  const name = operation?.name.resource?.value;
  return name === undefined ? undefined : collectDefinitions(service).resources.get(name);
});

/** Whether an operation may begin a session: it logs in a record, or creates one that logs in. */
export function beginsSession(service: Service, { name, responses, record }: OperationModel): boolean {
  if (name.session !== undefined) return isLogIn(name) && record === undefined;
  const isNew =
    name.verb === 'create' ||
    (name.verb === 'replace' && !isNotShown(responses) && responses.some(({ isNew }) => isNew !== undefined));
  return isNew && findLoggedIn(service)?.name.value === name.resource?.value;
}

/** Whether an operation logs people in, by a password or by an issuer. */
export function isLogIn({ session }: OperationName): boolean {
  return session === 'log in' || session === 'sign in';
}

/** Whether an operation is one of a sign in with an issuer, whose bodies the language gives. */
export function isSignIn({ session }: OperationName): boolean {
  return session === 'sign in' || session === 'start sign in';
}

/** Returns the scheme of sessions; undefined if there are several, or none. */
export function findSessionScheme(service: Service): SchemeModel | undefined {
  const [scheme, second] = listSessionSchemes(service);
  return second === undefined ? scheme : undefined;
}

/** Returns the password of a resource. */
export function findPassword({ fields }: ResourceModel): FieldModel | undefined {
  return fields.find(isPassword);
}

/** Returns the names of the password fields of a resource. */
export function listPasswords({ fields }: ResourceModel): readonly string[] {
  return fields.filter(isPassword).map(({ name }) => name.value);
}

function isPassword({ type }: FieldModel): boolean {
  return type !== undefined && 'format' in type && findFormat(type)?.hashed === true;
}

type LogIn = Pick<SessionPlan & { readonly does: 'log in' }, 'by' | 'password'>;

/** Reads the body of a log in: its password, and the fields that find the record. Returns the reason if it is not a log in. */
export function readLogIn(resource: ResourceModel, shape: InputShape | undefined): LogIn | string {
  const name = resource.name.value;
  const password = findPassword(resource);
  if (password === undefined) return `\`${name}\` has no field of type \`password\``;
  const sent = listSentFields(shape);
  const strange = sent.find(({ holder, field }) => holder !== name || field === undefined);
  if (strange !== undefined) return `\`${strange.path.join('.')}\` is not a field of \`${name}\``;
  const [own, second] = sent.filter(({ field }) => isPasswordOf(resource, field));
  if (own === undefined) return `it does not send \`${password.name.value}\``;
  if (second !== undefined) return `it sends two passwords, \`${own.path.join('.')}\` and \`${second.path.join('.')}\``;
  const by = sent.filter((one) => one !== own);
  if (by.length === 0) return 'it sends nothing that finds the record';
  const fields = by.map(({ field }) => field);
  const within = fields.find((field) => isUniqueWithinTenant(resource, field));
  if (within !== undefined && !isUnique(resource, fields))
    return `\`${within}\` is unique within a tenant alone, by the line Tenant`;
  if (!isUnique(resource, fields)) {
    const all = fields.map((field) => `\`${field}\``).join(' and ');
    return `several records may have the same ${all}, which ${fields.length > 1 ? 'are' : 'is'} not \`unique\``;
  }
  return { password: own, by };
}

/** Returns the place of the refresh token in the body of a refresh, or the reason if the body is not one. */
export function readRefresh(shape: InputShape | undefined): readonly string[] | string {
  const sent = listSentFields(shape);
  const strange = sent.find(({ isToken }) => !isToken);
  if (strange !== undefined) return `\`${strange.path.join('.')}\` is not a \`${refreshToken}\``;
  const [own, second] = sent;
  if (own === undefined) return `it does not send a \`${refreshToken}\``;
  if (second !== undefined)
    return `it sends two refresh tokens, \`${own.path.join('.')}\` and \`${second.path.join('.')}\``;
  return own.isOptional ? `\`${own.path.join('.')}\` is optional` : own.path;
}

interface Sent {
  readonly isToken: boolean;
  readonly isOptional: boolean;
  readonly holder: string | undefined;
  readonly field: string;
  readonly path: readonly string[];
}

function listSentFields(
  shape: InputShape | undefined,
  path: readonly string[] = [],
  isOptional = false,
): readonly Sent[] {
  if (shape === undefined || shape.kind === 'literal') return [];
  if (shape.kind === 'list') return [{ holder: undefined, field: '', path, isOptional, isToken: false }];
  if (shape.kind === 'value') {
    const { holder, field = '' } = shape.of ?? {};
    return [{ holder, field, path, isOptional, isToken: shape.role === refreshToken }];
  }
  return shape.members.flatMap((member) =>
    listSentFields(member.shape, [...path, member.name], isOptional || !member.required),
  );
}

/** Whether a field of a resource is a password. */
export function isPasswordOf(resource: ResourceModel, name: string): boolean {
  const field = findField(resource, name);
  return field !== undefined && isPassword(field);
}

/** Whether the line Tenant limits the `unique` of a field to the records of a tenant. */
function isUniqueWithinTenant(resource: ResourceModel, name: string): boolean {
  const { constraints = [] } = findField(resource, name) ?? {};
  return constraints.some((constraint) => constraint.kind === 'unique' && constraint.words !== undefined);
}

function isUnique(resource: ResourceModel, fields: readonly string[]): boolean {
  if (fields.length === 1 && findIdentity(resource)?.name.value === fields[0]) return true;
  const isSame = (names: readonly string[]) =>
    names.length === fields.length && names.every((name) => fields.includes(name));
  return fields.some((name) =>
    findField(resource, name)?.constraints.some(
      (constraint) => constraint.kind === 'unique' && isSame([name, ...constraint.with.map(({ value }) => value)]),
    ),
  );
}
