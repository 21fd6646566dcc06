import type { BodyFailure, Given } from '../../steps/given.ts';
import type { Making } from '../../steps/maker.ts';
import type { Refusal } from '../../steps/refusal.ts';
import type { Step } from '../../steps/step.ts';

const malformed: Refusal = { condition: 'malformed request' };
const tooSlow: Refusal = { condition: 'timed out', ceiling: 408 };

/** Reads the body, no more of it than the operation's limit and the host's ceiling allow. */
export function bodySizeStep(making: Making): Step | undefined {
  const { operation, ceilings } = making;
  if (operation.input === undefined && (operation.method === 'GET' || operation.method === 'HEAD')) {
    return ({ incoming }) => (incoming.hasBody ? malformed : undefined);
  }
  const stated = operation.bodySize;
  const limit = Math.min(stated?.bytes ?? ceilings.bodyBytes, ceilings.bodyBytes);
  const tooLarge: Refusal =
    stated === undefined
      ? { condition: 'too large', ceiling: 413 }
      : { condition: 'too large', line: stated.line, ...(stated.code === undefined ? {} : { named: stated.code }) };
  const settle = (given: Given, body: string | BodyFailure): Refusal | undefined => {
    if (typeof body === 'string') {
      if (body !== 'none' || given.incoming.hasBody) given.text = body;
      return undefined;
    }
    if (body.failure === 'too large') return tooLarge;
    return body.failure === 'timed out' ? tooSlow : malformed;
  };
  return (given) => {
    if (!given.incoming.hasBody) return undefined;
    const body = given.incoming.body(limit);
    if (body instanceof Promise) return body.then((read) => settle(given, read));
    return settle(given, body);
  };
}

/** The milliseconds that an operation may take, and how it is answered beyond them. */
export function timeOutOf(making: Making): { readonly milliseconds: number; readonly refusal: Refusal } {
  const stated = making.operation.timeOut;
  if (stated === undefined) {
    return { milliseconds: making.ceilings.milliseconds, refusal: { condition: 'timed out', ceiling: 503 } };
  }
  const named = stated.code === undefined ? {} : { named: stated.code };
  const refusal: Refusal = { condition: 'timed out', line: stated.line, ...named };
  return { milliseconds: Math.min(stated.milliseconds, making.ceilings.milliseconds), refusal };
}
