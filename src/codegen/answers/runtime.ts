import { isExpressionError } from '../../expression/failures.ts';
import type { ShownChildren } from '../../plan/records/children.ts';
import { quoteString, stringifyExact } from '../json/text.ts';

/** Thrown where an answer lacks a value that it must show: the request is an internal error. */
export class AnswerFailure extends Error {
  override readonly name = 'AnswerFailure';
  /** An expression went beyond what one evaluation may handle: with less data the answer could be given. */
  readonly beyondBudget: boolean;

  constructor(message: string, beyondBudget = false) {
    super(message);
    this.beyondBudget = beyondBudget;
  }
}

/** A member that may lack its value: with its comma and name, or nothing. */
function member(name: string, value: string | undefined): string {
  return value === undefined ? '' : name + value;
}

/** An object whose members each begin with a comma. */
function object(members: string): string {
  return members === '' ? '{}' : `{${members.slice(1)}}`;
}

/** The text of a value, or undefined where there is none. */
function maybe(value: unknown): string | undefined {
  return value === undefined ? undefined : stringifyExact(value);
}

/** The text of a value that an answer must show; fails the answer, saying why, where there is none. */
function due(value: string | undefined, why: string): string {
  if (value === undefined) throw new AnswerFailure(why);
  return value;
}

/** Handles a failing expression in a response: leaves out an optional field, else fails the response. */
function failed(thrown: unknown, optional: boolean, name: string): undefined {
  if (!isExpressionError(thrown)) throw thrown;
  if (optional) return undefined;
  const beyondBudget = thrown.reason === 'too large' || thrown.reason === 'too many steps';
  throw new AnswerFailure(`failed to compute field ${name}: ${thrown.reason}`, beyondBudget);
}

/** As `failed`, for a computed field: one that reads an absent field is absent itself. */
function notComputed(thrown: unknown, optional: boolean, name: string): undefined {
  return failed(thrown, optional || (isExpressionError(thrown) && thrown.reason === 'absent'), name);
}

/** Functions that generated responses call; generated code reaches them as one constant. */
export const answerRuntime = {
  quote: quoteString,
  member,
  object,
  maybe,
  failed,
  notComputed,
  due,
  jsonText: stringifyExact,
} as const;

/** The beginning of the keys of `RequestContext.children` for a shape; a space and the identity of the record referred to follow. */
export function toChildrenKey({ resource, field, order, most }: ShownChildren): string {
  return JSON.stringify([resource, field, order, most]);
}

/** Where `Given.refs` holds a record that an answer embeds, put there where the caller may read it: by resource and identity. */
export function toEmbeddedKey(resource: string, identity: unknown): string {
  return `${resource} ${String(identity)}`;
}
