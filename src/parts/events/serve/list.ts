import type { KeptEvent } from '../../../contracts/events.ts';
import type { Making } from '../../../contracts/operation-context.ts';
import type { Draft, FieldProblem, Maybe, Row } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { Given } from '../../../contracts/request-context.ts';
import type { ShownEvent } from '../../../contracts/shown-events.ts';
import type { Step } from '../../../contracts/step.ts';
import { invalidInput } from '../../endpoints/serve/bodies/body.ts';
import { type Cursors, cursorsWith } from '../../endpoints/serve/lists/cursor.ts';
import { listLinks } from '../../endpoints/serve/lists/links.ts';
import { pageSize } from '../../endpoints/serve/lists/page.ts';
import { seerOf } from './visibility.ts';

/** So many events are read at once, and so many at most for one page: then it ends early, with a cursor to go on. */
const piece = 200;
const mostRead = 10_000;

/** Works out which page of the kept events is asked for: behind which event it begins, and how many it holds. */
export function eventPageStep(making: Making): Step {
  const { operation, compiled, store } = making;
  const seer = seerOf(making, operation);
  const named = (kind: string) => operation.parameters.find(({ means }) => means.kind === kind);
  const size = pageSize(making, named('page size'));
  const [cursor, after] = [named('cursor'), named('after id')];
  const cursors = cursor === undefined ? undefined : cursorsOf(making);
  const wrong = (parameter: { readonly name: string; readonly line: number }, message: string): Refusal => {
    const { name, line } = parameter;
    return invalidInput([{ parameter: name, problem: 'constraint', message, line }]);
  };
  return (given) => {
    const problems: FieldProblem[] = given.problems ?? [];
    const limit = size(given)(given.parameters, problems);
    if (typeof limit !== 'number') return limit;
    if (problems.length > 0) return invalidInput(problems);
    const begin = (number: number): undefined => {
      given.page = { limit, order: 0, filters: 0, values: [], after: [number], total: false };
    };
    const text = cursor === undefined ? undefined : given.parameters[cursor.name];
    if (text !== undefined) {
      const [number] = cursors!.read(String(text), operation.name) ?? [];
      if (typeof number !== 'number') return wrong(cursor!, 'is no cursor of this list');
      return begin(number);
    }
    const id = after === undefined ? undefined : given.parameters[after.name];
    if (id === undefined) return begin(0);
    // What the caller may not see is answered as what never was.
    const settle = (event: KeptEvent | undefined): Refusal | undefined =>
      event !== undefined && seer(given.caller)(compiled.events.open(event), given.now)
        ? begin(event.number)
        : wrong(after!, 'names no event that is kept');
    const found = store.events.one(String(id));
    return found instanceof Promise ? found.then(settle) : settle(found);
  };
}

/** Reads the one event that the path names, where the caller may see it as of then. */
export function readEventStep({ operation, compiled, store, code }: Making): Step {
  const seer = seerOf({ compiled }, operation);
  const hidden: Refusal = { condition: 'not found', line: operation.line };
  return (given) => {
    const settle = (event: KeptEvent | undefined): Refusal | undefined => {
      const opened = event === undefined ? undefined : compiled.events.open(event);
      if (opened === undefined || !seer(given.caller)(opened, given.now)) return hidden;
      given.after = compiled.events.show(opened) as unknown as Draft;
      return undefined;
    };
    const id = code.path.at(-1)?.(given.pathValues.at(-1) ?? '');
    const found = typeof id === 'string' ? store.events.one(id) : undefined;
    return found instanceof Promise ? found.then(settle) : settle(found);
  };
}

interface Page {
  readonly shown: ShownEvent[];
  /** The last event that was looked at and is not to come again. */
  upTo: number;
  more: boolean;
}

/** Reads the events of the page that the caller may see, each as of then. */
export function eventsLoadStep(making: Making): Step {
  const { operation, compiled, store } = making;
  const seer = seerOf({ compiled }, operation);
  const cursor = operation.parameters.find(({ means }) => means.kind === 'cursor');
  const cursors = cursor === undefined ? undefined : cursorsOf(making);
  const links = cursor === undefined ? undefined : listLinks(making);
  const settle = (given: Given, { shown, upTo, more }: Page): undefined => {
    const next = more && cursors !== undefined ? cursors.write([upTo], operation.name) : null;
    // The code of this answer goes through events as they are shown, not through rows.
    given.rows = shown as unknown as readonly Row[];
    const roles = { nextCursor: next, previousCursor: null, totalCount: null, hasMore: more };
    const headers: string[] = [];
    links?.(given, roles, headers);
    given.listed = { roles, headers };
  };
  return (given) => {
    const { limit, after } = given.page!;
    const sees = seer(given.caller);
    const page: Page = { shown: [], upTo: after![0] as number, more: false };
    let read = 0;
    /** Takes a piece in; true when there may be more to read for this page. */
    const take = (events: readonly KeptEvent[]): boolean => {
      for (const event of events) {
        const opened = compiled.events.open(event);
        if (sees(opened, given.now)) {
          page.more = page.shown.length === limit;
          if (page.more) return false;
          page.shown.push(compiled.events.show(opened));
        }
        page.upTo = event.number;
      }
      read += events.length;
      page.more = events.length === piece && read >= mostRead;
      return events.length === piece && !page.more;
    };
    const from = (): Maybe<undefined> => {
      for (;;) {
        const events = store.events.after(page.upTo, piece);
        if (events instanceof Promise) return events.then((some) => (take(some) ? from() : settle(given, page)));
        if (!take(events)) return settle(given, page);
      }
    };
    return from();
  };
}

const known = new WeakMap<object, Cursors>();

/** The secret is asked for when the service is opened, never while it serves. */
function cursorsOf({ host, store }: Making): Cursors {
  const made = known.get(store) ?? cursorsWith(host, store.secret('cursors'));
  known.set(store, made);
  return made;
}
