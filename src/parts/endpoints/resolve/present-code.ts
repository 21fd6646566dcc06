import type { InputShape } from '../../../plan/shape.ts';
import { getLineNumber } from '../../../text/location.ts';
import { findSecondFactor, hasSecondFactor } from '../../resolve/callers/second-factors.ts';
import type { About } from '../about.ts';
import { addMember, readAddedPath } from './added-member.ts';
import { addPresentPassword, changesExisting } from './present-password.ts';

/**
 * The line Present code: the path of the member that it adds to the body, and what its code is compared with: the factor that the
 * operation is about, or each factor of the person.
 */
interface PresentCode {
  readonly path: readonly string[];
  readonly of: 'factor' | 'person';
}

/** The most characters of a code: a recovery code has 43. */
const most = '100';

/** Resolves the line Present code; undefined where there is none, and the reason where it cannot hold. */
export function resolvePresentCode(about: About, body: InputShape | undefined): PresentCode | string | undefined {
  const { operation, resource, service } = about;
  const { presentCode, name } = operation;
  if (presentCode === undefined) return undefined;
  const isLogIn = name.session === 'log in';
  if (!isLogIn && !changesExisting(about)) return 'it is not a log in, an update, a replace or a transition';
  if (resource === undefined) return undefined;
  const kind = findSecondFactor(service, resource)?.kind;
  if (kind === 'recovery') return `\`${resource.name.value}\` holds recovery codes, which need no first code`;
  if (kind === undefined && !hasSecondFactor(service, resource))
    return `no resource has the line \`Second factor of: ${resource.name.value}\` and a field of type \`totp\``;
  const path = readAddedPath(presentCode, addPresentPassword(about, body));
  return typeof path === 'string' ? path : { path, of: kind === 'authenticator' ? 'factor' : 'person' };
}

/** Adds the member for a code to a body. A person without a second factor sends none. */
export function addPresentCode(about: About, body: InputShape | undefined): InputShape | undefined {
  const code = resolvePresentCode(about, body);
  const before = addPresentPassword(about, body);
  if (code === undefined || typeof code === 'string') return before;
  const line = getLineNumber(about.service.source, about.operation.presentCode!.span);
  const shape: InputShape = {
    kind: 'value',
    schema: { type: 'string', constraints: [{ kind: 'range', unit: 'characters', from: '1', to: most, line }] },
    line,
  };
  return addMember(before, code.path, { required: code.of === 'factor', shape });
}
