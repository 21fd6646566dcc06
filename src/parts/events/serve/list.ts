import type { BuiltInValues } from '../../../contracts/compiled.ts';
import type { StoredEvent } from '../../../contracts/events.ts';
import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Draft, FieldError, MaybePromise, Row } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { DecodedEvent, ShownEvent } from '../../../contracts/shown-events.ts';
import type { Step } from '../../../contracts/step.ts';
import { defaultBodySize } from '../../../plan/bodies/max-record-size.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { AnswerShape } from '../../../plan/shape.ts';
import { createInvalidInput } from '../../endpoints/serve/bodies/body.ts';
import { openCursors, stringifyCursorValue } from '../../endpoints/serve/lists/cursor.ts';
import { listLinks } from '../../endpoints/serve/lists/links.ts';
import { createCallerBinding } from '../../endpoints/serve/lists/list-cursor.ts';
import { createPageSizeReader } from '../../endpoints/serve/lists/page.ts';
import { createVisibility } from './visibility.ts';

/** The number of events read at once: of large ones the smaller number. */
const piece = 200;
const fewer = 25;
/** The maximum number of events read for one page, and of characters in its payloads: then it ends early, with a cursor to continue. */
const mostRead = 10_000;
const mostCharacters = 8 * defaultBodySize;

/** Finds the requested page of the stored events: after which event it begins, and how many it holds. */
export function createEventPageStep(op: OperationContext): Step {
  const { operation, compiled, store } = op;
  const seer = createVisibility(op, operation);
  const named = (kind: string) => operation.parameters.find(({ mapsTo }) => mapsTo.kind === kind);
  const size = createPageSizeReader(op, named('page size'));
  const [cursor, after] = [named('cursor'), named('after id')];
  const cursors = cursor === undefined ? undefined : openCursors(op);
  const bind = createBinding(operation);
  const wrong = (parameter: { readonly name: string; readonly line: number }, message: string): Refusal => {
    const { name, line } = parameter;
    return createInvalidInput([{ parameter: name, problem: 'constraint', message, line }]);
  };
  return (ctx) => {
    const fieldErrors: FieldError[] = ctx.fieldErrors ?? [];
    const limit = size(ctx)(ctx.parameters, fieldErrors);
    if (typeof limit !== 'number') return limit;
    if (fieldErrors.length > 0) return createInvalidInput(fieldErrors);
    const begin = (number: number): undefined => {
      ctx.page = { limit, order: 0, filters: 0, values: [], after: [number], total: false };
    };
    const text = cursor === undefined ? undefined : ctx.parameters[cursor.name];
    if (text !== undefined) {
      const [number] = cursors!.read(String(text), bind(ctx)) ?? [];
      if (typeof number !== 'number') return wrong(cursor!, 'must be a cursor from this list');
      return begin(number);
    }
    const id = after === undefined ? undefined : ctx.parameters[after.name];
    if (id === undefined) return begin(0);
    // An event that the caller cannot see gets the same response as one that never existed.
    const refused = wrong(after!, 'must be the ID of a stored event');
    const settle = (event: StoredEvent | undefined): MaybePromise<Refusal | undefined> => {
      if (event === undefined) return refused;
      const seen = seer(ctx.caller)([compiled.events.decode(event)], ctx.now);
      return then(seen, ([sees]) => (sees ? begin(event.sequence) : refused));
    };
    return then(store.events.one(String(id)), settle);
  };
}

/** Reads the one event that the path names, where the caller may see it as of then. */
export function readEventStep(op: OperationContext): Step {
  const { operation, compiled, store, code } = op;
  const seer = createVisibility(op, operation);
  const show = createShow(op);
  const hidden: Refusal = { condition: 'not found', line: operation.line };
  return (ctx) => {
    const settle = (event: StoredEvent | undefined): MaybePromise<Refusal | undefined> => {
      if (event === undefined) return hidden;
      const decoded = compiled.events.decode(event);
      return then(seer(ctx.caller)([decoded], ctx.now), ([sees]) => {
        if (!sees) return hidden;
        ctx.after = show(decoded) as unknown as Draft;
        return undefined;
      });
    };
    const id = code.path.at(-1)?.(ctx.pathValues.at(-1) ?? '');
    const found = typeof id === 'string' ? store.events.one(id) : undefined;
    return then(found, settle);
  };
}

/** Creates what shows events. If the response may leave out each payload, it leaves out one that cannot be computed. */
function createShow({ operation, compiled }: OperationContext): (decoded: DecodedEvent) => ShownEvent {
  const { events } = compiled;
  if (!operation.responses.every(({ shape }) => shape === undefined || mayOmitPayload(shape))) return events.show;
  return (decoded) => {
    try {
      return events.show(decoded);
    } catch {
      return events.bare(decoded);
    }
  };
}

function mayOmitPayload(shape: AnswerShape): boolean {
  if (shape.kind === 'records') return mayOmitPayload(shape.item);
  if (shape.kind !== 'object') return shape.kind !== 'role' || shape.role !== 'payload';
  return shape.members.every((member) => member.optional || mayOmitPayload(member.shape));
}

interface Page {
  readonly shown: ShownEvent[];
  /** The last event that was looked at, and the last one that is shown. */
  upTo: number;
  lastShown: number | undefined;
  more: boolean;
  /** The number of characters in the payloads shown. */
  characters: number;
}

/** Reads the events of the page that the caller may see, each as of then. */
export function createEventsLoadStep(op: OperationContext): Step {
  const { operation, compiled, store } = op;
  const seer = createVisibility(op, operation);
  const show = createShow(op);
  const settle = (ctx: RequestContext, { shown, upTo, lastShown, more }: Page): undefined => {
    // The code of this answer goes through events as they are shown, not through rows.
    ctx.rows = shown as unknown as readonly Row[];
    // Only an empty page ends at an event that the caller cannot see.
    ctx.listed = { next: more ? [lastShown ?? upTo] : undefined, previous: undefined, more, total: undefined };
  };
  return (ctx) => {
    const { limit, after } = ctx.page!;
    const sees = seer(ctx.caller);
    const page: Page = { shown: [], upTo: after![0] as number, lastShown: undefined, more: false, characters: 0 };
    let read = 0;
    let many = fewer;
    /** Takes a piece in; true when there may be more to read for this page. */
    const take = (events: readonly StoredEvent[], all: readonly DecodedEvent[], seen: readonly boolean[]): boolean => {
      for (const [at, event] of events.entries()) {
        if (seen[at]) {
          page.more = page.shown.length === limit;
          if (page.more) return false;
          const shown = show(all[at]!);
          page.characters += shown.payload?.length ?? 0;
          page.more = page.characters > mostCharacters && page.shown.length > 0;
          if (page.more) return false;
          page.shown.push(shown);
          page.lastShown = event.sequence;
        }
        page.upTo = event.sequence;
      }
      read += events.length;
      const isFull = events.length === many;
      page.more = isFull && read >= mostRead;
      many = page.characters > defaultBodySize ? fewer : piece;
      return isFull && !page.more;
    };
    const judge = (events: readonly StoredEvent[]): MaybePromise<boolean> => {
      const decoded = events.map(compiled.events.decode);
      return then(sees(decoded, ctx.now), (seen) => take(events, decoded, seen));
    };
    const from = (): MaybePromise<undefined> => {
      for (;;) {
        const goesOn = then(store.events.after(page.upTo, many), judge);
        if (goesOn instanceof Promise) return goesOn.then((more) => (more ? from() : settle(ctx, page)));
        if (!goesOn) return settle(ctx, page);
      }
    };
    return from();
  };
}

/** Creates what reads the built-in values of a page of events. */
export function createEventPageValues(op: OperationContext): (ctx: RequestContext) => BuiltInValues {
  const cursors = hasCursor(op.operation) ? openCursors(op) : undefined;
  const bind = createBinding(op.operation);
  return (ctx) => {
    const { next, more } = ctx.listed!;
    const nextCursor = next === undefined || cursors === undefined ? null : cursors.write(next, bind(ctx));
    return { nextCursor, previousCursor: null, totalCount: null, hasMore: more };
  };
}

/** Creates what binds the cursors of a list of events: to the operation in its version, and to what the caller may see by. */
function createBinding(operation: OperationPlan): (ctx: RequestContext) => string {
  const ofCaller = createCallerBinding(operation);
  return (ctx) => stringifyCursorValue([operation.name, ctx.version?.name ?? '', ...ofCaller(ctx)]);
}

/** Creates what adds the links to the pages next to a page of events; undefined if it has no cursor. */
export function createEventPageLinks(op: OperationContext): ReturnType<typeof listLinks> {
  return hasCursor(op.operation) ? listLinks(op) : undefined;
}

function hasCursor({ parameters }: OperationContext['operation']): boolean {
  return parameters.some(({ mapsTo }) => mapsTo.kind === 'cursor');
}
