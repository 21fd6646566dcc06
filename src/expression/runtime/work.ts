import { EvaluationTimeoutError, failures } from '../failures.ts';
import { isPart } from './search.ts';

/** How many items the macros of one evaluation may visit. */
export const mostSteps = 10_000;
/** The number of characters and items that one evaluation may join, search and compare by default: ten times 1 MiB. */
export const defaultWork = 10_485_760;

// Expressions are synchronous and never call one another, so that one counter serves all.
let steps = 0;
let left = defaultWork;
/** The clock is looked at when so much has been handled; an item that a macro visits counts as many characters. */
const betweenLooks = 100_000;
const ofStep = 100;
let unseen = betweenLooks;
/** The deadline of the evaluation, by `performance.now()`. */
let end = Number.POSITIVE_INFINITY;

/**
 * Begins an evaluation with a budget of characters and items: its steps are counted from 0. It throws `EvaluationTimeoutError` if it
 * continues after `until`, by `performance.now()`.
 */
function begin(most: number = defaultWork, until: number = Number.POSITIVE_INFINITY): void {
  steps = 0;
  left = most;
  end = until;
}

function look(): void {
  if (performance.now() > end) throw new EvaluationTimeoutError('the request timed out');
  unseen = betweenLooks;
}

/** Counts an item that a macro visits. */
export function step(): void {
  if (++steps > mostSteps) throw failures.steps;
  unseen -= ofStep;
  if (unseen < 0) look();
}

/** Counts characters or items that are about to be handled. */
export function work(amount: number): void {
  left -= amount;
  if (left < 0) throw failures.large;
  unseen -= amount;
  if (unseen < 0) look();
}

/** Two texts in one. */
function joined(first: string, second: string): string {
  work(first.length + second.length);
  return first + second;
}

/** Two lists in one. */
function concat(first: readonly unknown[], second: readonly unknown[]): unknown[] {
  work(first.length + second.length);
  return first.concat(second);
}

/** A list that an expression has made, if the texts in it too are as few as may be handled. */
function held<T>(list: T): T {
  weigh(list);
  return list;
}

function weigh(value: unknown): void {
  if (typeof value === 'string') work(value.length);
  else if (typeof value === 'object' && value !== null) {
    const inner = Object.values(value);
    work(inner.length);
    for (const item of inner) weigh(item);
  }
}

/** Whether a text holds another. */
function contains(text: string, part: string): boolean {
  work(text.length);
  return isPart(text, part);
}

/** Whether a list holds a simple value. */
function includes(list: readonly unknown[], value: unknown): boolean {
  work(list.length);
  return list.includes(value);
}

/** Counts the work of compiled expressions. */
export const counted = { begin, joined, concat, held, contains, includes } as const;
