import { always, type Condition, entails } from './entails.ts';
import { hasSameForm } from './form.ts';

/** The relation of a newer condition to an older one: it holds in exactly the same cases, fewer cases or more cases, or it is unknown. */
export type Strictness = 'same' | 'tighter' | 'looser' | 'unclear';

/** Compares two conditions by their form: `tighter` where the newer one cannot hold without the older one; none holds always. */
export function compareStrictness(old: Condition | undefined, now: Condition | undefined): Strictness {
  if (hasSameForm(old, now)) return 'same';
  const [before, after] = [old ?? always, now ?? always];
  const tighter = entails(after, before);
  const looser = entails(before, after);
  if (tighter && looser) return 'same';
  if (tighter) return 'tighter';
  return looser ? 'looser' : 'unclear';
}
