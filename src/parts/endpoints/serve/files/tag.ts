import type { OperationContext } from '../../../../contracts/operation-context.ts';
import { listFileFields } from '../../../../plan/files/file-fields.ts';
import type { Plan } from '../../../../plan/plan.ts';
import { memo } from '../../../../text/memo.ts';
import { toBase64url } from '../lists/cursor.ts';

/** Returns the strong entity tag of content by its hash. */
export type FormatFileTag = (hash: string) => string;

type Dependencies = Pick<OperationContext, 'platform' | 'store'>;

/**
 * Returns what makes the entity tags of a store's files, by a secret in it: a client that guesses content cannot compute its tag. The secret is
 * read when the service is opened, never while it serves.
 */
export function openFileTags({ platform, store }: Dependencies): FormatFileTag {
  return openTags(store, platform);
}

const openTags = memo((store: Dependencies['store'], platform: Dependencies['platform']): FormatFileTag => {
  const secret = store.secret('file tags');
  return (hash) => `"${toBase64url(platform.hmac(secret, hash).subarray(0, 16))}"`;
});

/** Opens the entity tags of a plan that has files. */
export function openPlanFileTags(plan: Plan, deps: Dependencies): void {
  if (listFileFields(plan).length > 0) openFileTags(deps);
}
