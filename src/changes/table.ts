import type { Span } from '../text/place.ts';
import type { ChangePart } from './change.ts';
import type { ChangeRule, Found } from './rule.ts';
import type { Verb } from './verb.ts';

/*
 * The rules of `compare` are tables, one for each subject: a limit, a field, an event in two documents. A row is a rule. It
 * holds what a reviewer compares (the words, the verdicts) and a find that says only what is its own:
 *
 *   const limit: Subject<LimitPair> = {
 *     part: 'limits', where: ({ name }) => name, at: ({ model }) => model.span, name: ({ model }) => model.name.span,
 *   };
 *
 *   export const limitRules = defineRules(limit, {
 *     'limit-added': {
 *       differs: 'there is a limit that was not there',
 *       requests: breaking('A client that does more than the limit allows.'),
 *       find: added(({ name }) => `the limit \`${name}\` is new`),
 *     },
 *   });
 *
 * The subject gives each row its defaults: what the change is about, its place in each document, its row of Changes. Most
 * finds are one of these: `added`, `removed` (only one document has it), `changed` (a value differs), `became`, `ceased` (a
 * condition holds from now on, or no longer), `itemsOf(…).added` and `.removed` (each item of a list), `sortedBy(…)` (the
 * subject knows how it differs: tighter, looser) and `inBoth` (any other difference of two sides). What fits none of them is
 * a function beside the table.
 */

/** The sides of a subject: what it is in each document that has it. */
type SideOf<S> = S extends { readonly now?: infer Side } ? NonNullable<Side> : never;

/** A subject that both documents have. */
export type Both<S> = WithOld<S> & WithNow<S>;

type WithOld<S> = S & { readonly old: SideOf<S> };
type WithNow<S> = S & { readonly now: SideOf<S> };

/** The words of one occurrence, with what differs from the defaults of its subject. */
export type Said = string | (Partial<Found> & Pick<Found, 'what'>);

/** One occurrence, several, or nothing. */
type Finding = Said | readonly Said[] | false | undefined;

/** What a rule finds in a subject. */
export type Find<S> = (subject: S) => Finding;

/** The words of a find; a function may still find nothing. */
type Words<S> = string | Find<S>;

/** What the rows of one table have in common. */
export interface Subject<S> {
  readonly part: ChangePart;
  /** The word in the column Change. */
  readonly verb?: Verb;
  /** What a change is about, as the column Where names it. */
  readonly where?: (subject: S) => string;
  /** The place of a side in its document. */
  readonly at?: (side: SideOf<S>) => Span | undefined;
  /** The place of a side that the other document lacks; left out: `at`. */
  readonly name?: (side: SideOf<S>) => Span | undefined;
  /** What is said of every occurrence unless its find says otherwise: the row of Changes, who feels it, its places. */
  readonly defaults?: (subject: S) => Partial<Found>;
}

/** A row of a table: a rule whose find relies on the defaults of its subject. */
export interface RuleRow<S> extends Omit<ChangeRule<S>, 'name' | 'verb' | 'find'> {
  /** `none`: no word, where the subject has one. */
  readonly verb?: Verb | 'none';
  readonly where?: string;
  readonly at?: Subject<S>['at'];
  readonly advice?: string;
  readonly find: Find<S>;
}

/** Makes the rules of one subject of a table; the keys are the names of the rules within their part. */
export function defineRules<S>(subject: Subject<S>, rows: Readonly<Record<string, RuleRow<S>>>): ChangeRule<S>[] {
  return Object.entries(rows).map(([name, row]) => {
    const { where, at, advice, find, verb = subject.verb, ...rule } = row;
    const called = verb === undefined || verb === 'none' ? {} : { verb };
    return { ...rule, ...called, name: `${subject.part}/${name}`, find: (of: S) => foundBy(subject, row, of) };
  });
}

function foundBy<S>(subject: Subject<S>, { where, at, advice, find }: RuleRow<S>, of: S): Found[] {
  const found = find(of);
  if (found === undefined || found === false) return [];
  const defaults = {
    where: where ?? subject.where?.(of) ?? '',
    ...subject.defaults?.(of),
    ...placesOf(subject, at, of),
    ...(advice && { advice }),
  };
  const all = (Array.isArray(found) ? found : [found]) as readonly Said[];
  return all.map((said) => ({ ...defaults, ...(typeof said === 'string' ? { what: said } : said) }));
}

function placesOf<S>(subject: Subject<S>, own: Subject<S>['at'], of: S): Pick<Found, 'old' | 'now'> {
  const { old, now } = of as { readonly old?: SideOf<S>; readonly now?: SideOf<S> };
  const isAlone = old === undefined || now === undefined;
  const place = own ?? (isAlone ? subject.name : undefined) ?? subject.at;
  if (place === undefined) return {};
  return { ...(old && { old: place(old) }), ...(now && { now: place(now) }) };
}

function say<S>(words: Words<S>, subject: S): Finding {
  return typeof words === 'string' ? words : words(subject);
}

/** Finds a subject that only the newer document has. */
export function added<S>(words: Words<WithNow<NoInfer<S>>>): Find<S> {
  return (subject) => isWithout(subject, 'old') && say(words, subject as WithNow<S>);
}

/** Finds a subject that only the older document has. */
export function removed<S>(words: Words<WithOld<NoInfer<S>>>): Find<S> {
  return (subject) => isWithout(subject, 'now') && say(words, subject as WithOld<S>);
}

function isWithout<S>(subject: S, side: 'old' | 'now'): boolean {
  return (subject as { readonly old?: unknown; readonly now?: unknown })[side] === undefined;
}

/** Finds what differs in a subject that both documents have. */
export function inBoth<S>(find: Find<Both<NoInfer<S>>>): Find<S> {
  return (subject) => !isWithout(subject, 'old') && !isWithout(subject, 'now') && find(subject as Both<S>);
}

/** Finds a value that differs. */
export function changed<S>(valueIn: (side: SideOf<S>) => unknown, words: Words<Both<NoInfer<S>>>): Find<S> {
  return inBoth((both) => !isSame(valueIn(both.old), valueIn(both.now)) && say(words, both));
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** Finds a condition that holds in the newer document and did not hold in the older one. */
export function became<S>(isSo: (side: SideOf<S>) => boolean, words: Words<Both<NoInfer<S>>>): Find<S> {
  return inBoth((both) => !isSo(both.old) && isSo(both.now) && say(words, both));
}

/** Finds a condition that held in the older document and does not hold in the newer one. */
export function ceased<S>(isSo: (side: SideOf<S>) => boolean, words: Words<Both<NoInfer<S>>>): Find<S> {
  return inBoth((both) => isSo(both.old) && !isSo(both.now) && say(words, both));
}

type ItemWords<S> = (item: string, both: Both<S>) => Said;

/** Finds the items of a list that only one document has, each with its place: that of the item or, without it, of the list. */
export function itemsOf<S>(
  listOf: (side: SideOf<S>, both: Both<S>) => Iterable<string>,
  at?: (side: SideOf<S>, item: string) => Span | undefined,
): Readonly<Record<'added' | 'removed', (words: ItemWords<S>) => Find<S>>> {
  const finding = (which: 'more' | 'less') => (words: ItemWords<S>) =>
    inBoth<S>((both) => {
      const { old, now } = both;
      return setsOf(listOf(old, both), listOf(now, both))[which].map((item) => {
        const said = words(item, both);
        const places = at === undefined ? {} : { old: at(old, item), now: at(now, item) };
        return { ...places, ...(typeof said === 'string' ? { what: said } : said) };
      });
    });
  return { added: finding('more'), removed: finding('less') };
}

/** Finds subjects that differ in one way of several, which the subject tells: `tighter`, `looser`. */
export function sortedBy<S, Kind extends string>(
  kindOf: (subject: S) => Kind | undefined,
): (kind: Kind, words: Words<S>) => Find<S> {
  return (kind, words) => (subject) => kindOf(subject) === kind && say(words, subject);
}

/** The items that a newer list has and the older one lacks, and the other way round. */
export function setsOf(
  old: Iterable<string>,
  now: Iterable<string>,
): { readonly more: string[]; readonly less: string[] } {
  const [before, after] = [new Set(old), new Set(now)];
  return { more: [...after].filter((one) => !before.has(one)), less: [...before].filter((one) => !after.has(one)) };
}
