import { all, then } from '../../contracts/maybe-promise.ts';
import type { MaybePromise } from '../../contracts/record.ts';
import type { Session } from './session.ts';

/** Runs the statements of `ServiceDialect.move`, each with the values that it names, and returns how many rows moved. */
export function moveRows(session: Session, texts: readonly string[], values: readonly unknown[]): MaybePromise<number> {
  const moved = texts.map((text) => session.run(text, values.slice(0, findHighestParameter(text))));
  return then(all<number[]>(moved), ([count]) => count!);
}

function findHighestParameter(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/\$(\d+)/g), ([, number]) => Number(number)));
}
