import type { FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify';
import { pointerOf } from '../checks.ts';
import { errors, type FieldError, problemText, type Refused } from '../problems.ts';

/** A refusal that a hook or a handler throws. */
export class Refusal extends Error {
  readonly refused: Refused;

  constructor(refused: Refused) {
    super(refused.code);
    this.refused = refused;
  }
}

/** Answers a refusal. */
export function refuse(request: FastifyRequest, reply: FastifyReply, refused: Refused): FastifyReply {
  const { headers = [] } = refused;
  for (let i = 0; i < headers.length; i += 2) reply.header(headers[i]!, headers[i + 1]!);
  const traceparent = request.headers.traceparent;
  return reply
    .headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
    .code(errors[refused.code][0])
    .header('Content-Type', 'application/problem+json')
    .serializer((text: unknown) => text as string)
    .send(problemText(refused, typeof traceparent === 'string' ? traceparent : undefined));
}

/** What Ajv found, one problem a place. */
export function problemsOf(
  found: readonly FastifySchemaValidationError[],
  context: string | undefined,
  body: unknown,
): readonly FieldError[] {
  const fieldErrors = new Map<string, FieldError>();
  for (const { keyword, instancePath, params, message = 'is wrong' } of found) {
    const member = keyword === 'required' ? params.missingProperty : params.additionalProperty;
    const place = instancePath + (typeof member === 'string' ? pointerOf(member) : '');
    // RFC 7396: null takes a member away, and the invoice cannot be without it.
    const text = valueAt(body, place) === null ? 'is required' : message;
    const problem =
      context === 'querystring' ? { parameter: place.slice(1), message } : { pointer: place, message: text };
    fieldErrors.set(place, problem);
  }
  return [...fieldErrors.values()];
}

function valueAt(body: unknown, pointer: string): unknown {
  let value = body;
  for (const name of pointer.split('/').slice(1)) value = (value as Record<string, unknown> | undefined)?.[name];
  return value;
}
