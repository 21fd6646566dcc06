import { runSoon } from '../soon.ts';

export const nextTick = runSoon;

/** Nothing in a browser ends the program: a database in memory has no log that could fail. */
export function exit(): never {
  throw new Error('the service in the browser has ended');
}
