import type { InputShape } from '../../../plan/shape.ts';
import { getLineNumber } from '../../../text/location.ts';
import { listPasswords } from '../../resolve/callers/sessions.ts';
import type { About } from '../about.ts';
import { addMember, readAddedPath } from './added-member.ts';

/** The line Present password: the path of the member that it adds to the body, and the field with which Nonet compares it. */
interface PresentPassword {
  readonly path: readonly string[];
  readonly field: string;
}

const changing = new Set(['update', 'replace', 'transition']);

/** Whether an operation changes a record that exists; the creation of a replace takes the body of the replace. */
export function changesExisting({ operation, member }: About): boolean {
  return changing.has(member.name) || operation.replaces === true;
}

/** Resolves the line Present password; undefined where there is none, and the reason where it cannot hold. */
export function resolvePresentPassword(
  about: About,
  body: InputShape | undefined,
): PresentPassword | string | undefined {
  const { operation, resource } = about;
  const { present } = operation;
  if (present === undefined) return undefined;
  if (!changesExisting(about)) return 'it is not an update, a replace or a transition';
  if (resource === undefined) return undefined;
  const [field, second] = listPasswords(resource);
  if (field === undefined) return `\`${resource.name.value}\` has no field of type \`password\``;
  if (second !== undefined)
    return `\`${resource.name.value}\` has several fields of type \`password\`, such as \`${field}\` and \`${second}\``;
  const path = readAddedPath(present, body);
  return typeof path === 'string' ? path : { path, field };
}

/** Adds the member for the present password to a body. */
export function addPresentPassword(about: About, body: InputShape | undefined): InputShape | undefined {
  const present = resolvePresentPassword(about, body);
  if (present === undefined || typeof present === 'string') return body;
  const { service, operation, resource } = about;
  const password: InputShape = {
    kind: 'value',
    schema: { type: 'string', format: { name: 'password' } },
    of: { holder: resource!.name.value, field: present.field },
    line: getLineNumber(service.source, operation.present!.span),
  };
  return addMember(body, present.path, { required: true, shape: password });
}
