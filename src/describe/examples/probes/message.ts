import { buildVersionPrefix } from '../../../plan/version/path.ts';
import type { PlayedRequest } from '../world.ts';
import { areAllSeen, type Probe, send, type Trial } from './probe.ts';

/** A body that is not valid JSON, a query that cannot be decoded, or a body where none is taken. */
export const malformed: Probe = async (trial, condition) => {
  const { pieces } = trial;
  if (pieces.body !== undefined) {
    const text = JSON.stringify(pieces.body);
    await send(
      trial,
      { body: undefined, text: text.slice(0, Math.ceil(text.length / 2)) },
      'The body is not valid JSON',
    );
  }
  if (areAllSeen(trial, condition)) return;
  await send(trial, {}, 'The query cannot be decoded', (request) => ({
    ...request,
    path: `${request.path}${request.path.includes('?') ? '&' : '?'}limit=%FF`,
  }));
};

/** A body of another media type. */
export const unsupportedMediaType: Probe = async (trial) => {
  const headers = { ...trial.pieces.headers, 'content-type': 'text/csv' };
  await send(trial, { body: undefined, text: 'name\nAda Lovelace\n', headers }, 'The body is of another media type');
};

/** A client that takes no JSON. */
export const notAcceptable: Probe = async (trial) => {
  const headers = { ...trial.pieces.headers, accept: 'application/xml' };
  await send(trial, { headers }, 'The client takes no JSON');
};

const mostBytes = 8 * 1024 * 1024;

/** A body that is larger than the limit. */
export const tooLarge: Probe = async (trial) => {
  const bytes = trial.operation.bodySize?.bytes ?? 0;
  if (bytes === 0 || bytes > mostBytes) return;
  await send(trial, { body: undefined, text: JSON.stringify('x'.repeat(bytes)) }, 'The body is too large');
};

/** A version that does not exist. */
export const unknownVersion: Probe = (trial, condition) =>
  sendVersion(trial, '1999-01-01', 'The version does not exist', condition);

/** A version that is not served any more. */
export const retiredVersion: Probe = async (trial, condition) => {
  const { versions } = trial.stage.plan.versioning;
  const now = new Date(trial.stage.world.now()).toISOString().slice(0, 10);
  const over = versions.find(
    ({ status, sunset, afterSunset }) =>
      status === 'retired' || (afterSunset === 'gone' && sunset !== undefined && sunset <= now),
  );
  if (over !== undefined) await sendVersion(trial, over.name, 'The version is not supported any more', condition);
};

/** A request that names no version. */
export const versionMissing: Probe = async (trial, condition) => {
  const { plan } = trial.stage;
  const [placement] = plan.versioning.placements;
  const name = placement?.name?.toLowerCase() ?? '';
  const change = ({ headers, ...request }: PlayedRequest): PlayedRequest => ({
    ...request,
    headers: Object.fromEntries(Object.entries(headers).filter(([header]) => header !== name)),
  });
  await send(trial, {}, 'The request names no version', change, condition);
};

/** Names a version that is not served. The newest one answers: it may have no operation at the path of an older one. */
async function sendVersion(trial: Trial, version: string, title: string, condition: string): Promise<void> {
  const { plan } = trial.stage;
  const [placement] = plan.versioning.placements;
  if (placement === undefined) return;
  const name = placement.name ?? 'version';
  const change = (request: PlayedRequest): PlayedRequest => {
    if (placement.in === 'header')
      return { ...request, headers: { ...request.headers, [name.toLowerCase()]: version } };
    if (placement.in === 'media type') {
      return { ...request, headers: { ...request.headers, accept: name.replace('{version}', version) } };
    }
    if (placement.in === 'query') {
      return { ...request, path: `${request.path}${request.path.includes('?') ? '&' : '?'}${name}=${version}` };
    }
    const { prefix } = plan.base;
    const rest = request.path.slice(prefix.length).replace(/^\/[^/]+/, '');
    return { ...request, path: `${prefix}${buildVersionPrefix(plan, version) ?? ''}${rest}` };
  };
  await send(trial, {}, title, change, condition);
}
