import { present } from '../text/present.ts';
import type { Change, Direction, Verdict, VerdictClass } from './change.ts';

/** The rows of a document's Compatibility table: the class by `value added in responses`, `behavior`. */
export type StatedClasses = ReadonlyMap<string, VerdictClass>;

/**
 * Overrides the built-in verdicts with the classes that the document states; `<verb> in <direction>` before `<verb>`. The exposure of a
 * change stays.
 */
export function applyStatedClasses(change: Change, stated: StatedClasses): Change {
  if (change.verb === undefined || stated.size === 0) return change;
  const requests = resolveVerdict(change.verb, 'requests', change.requests, stated);
  const answers = resolveVerdict(change.verb, 'answers', change.answers, stated);
  return {
    ...change,
    ...present({ requests, answers }),
  };
}

function resolveVerdict(
  verb: string,
  direction: Direction,
  builtIn: Verdict | undefined,
  stated: StatedClasses,
): Verdict | undefined {
  if (builtIn === undefined) return undefined;
  const key = [`${verb} in ${direction}`, verb].find((candidate) => stated.has(candidate));
  const to = key === undefined ? undefined : stated.get(key);
  if (key === undefined || to === undefined || to === builtIn.class) return builtIn;
  return {
    class: to,
    ...(to === 'breaking' && builtIn.client !== undefined ? { client: builtIn.client } : {}),
    stated: key,
  };
}
