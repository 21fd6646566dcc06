import { composeRequest } from './compose.ts';
import { type Stage, sendFor } from './stage.ts';

/** The operation name of exchanges that no operation answers. */
export const serviceName = '';

/** Sends requests that find no operation. */
export async function playService(stage: Stage): Promise<void> {
  const { plan } = stage;
  const first = plan.operations.find(({ disabled }) => disabled !== true);
  if (first === undefined) return;
  const none = { name: serviceName, kind: 'read' } as const;
  const plain = composeRequest(stage, first, {});
  const unknown = { ...plain, method: 'GET', path: plain.path.replace(/\/[^/]*$/, '/unknown-path') };
  await sendFor(stage, none, unknown, { title: 'The path is not known', rank: 1 });
  const methods = new Set(plan.operations.filter(({ path }) => path === first.path).map(({ method }) => method));
  const method = ['DELETE', 'PUT', 'PATCH', 'POST'].find((candidate) => !methods.has(candidate));
  if (method !== undefined) {
    await sendFor(stage, none, { ...plain, method }, { title: 'The path has no such method', rank: 1 });
  }
}
