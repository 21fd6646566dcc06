import type { Span } from '../text/location.ts';
import type { ChangePart } from './change.ts';
import type { ChangeRule, Found } from './rule.ts';
import type { Verb } from './verb.ts';

/*
 * `compare` holds its rules in tables, one table for each subject: a limit, a field, an event in two documents. Each row is a
 * rule: its words, its verdicts, and a find that states only its own part:
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
 * The subject gives the defaults of every row: the name of the changed thing, its location in each document, its row of
 * Changes. Most finds are one of these:
 *
 *   added, removed       only one document has the subject
 *   changed              a value differs
 *   became, ceased       a condition holds from now on, or no longer
 *   itemsOf              makes `added` and `removed` for the items of a list
 *   sortedBy             makes finds from the kind of a difference: tighter, looser
 *   inBoth               any other difference of a subject that both documents have
 *
 * An irregular find is a function below its table.
 */

/** The sides of a subject: what it is in each document that has it. */
type SideOf<S> = S extends { readonly now?: infer Side } ? NonNullable<Side> : never;

/** A subject that both documents have. */
export type Both<S> = WithOld<S> & WithNow<S>;

type WithOld<S> = S & { readonly old: SideOf<S> };
type WithNow<S> = S & { readonly now: SideOf<S> };

/** The words of one occurrence, or the words with all that differs from the defaults of its subject. */
export type Occurrence = string | (Partial<Found> & Pick<Found, 'what'>);

/** One occurrence, several, or nothing. */
type Occurrences = Occurrence | readonly Occurrence[] | false | undefined;

/** Returns the occurrences of a rule in a subject. */
export type Find<S> = (subject: S) => Occurrences;

/** The words of a find; a function may still find nothing. */
type Words<S> = string | Find<S>;

/** The defaults of one table. */
export interface Subject<S> {
  readonly part: ChangePart;
  /** The word in the column Change. */
  readonly verb?: Verb;
  /** The changed thing, as the column Where names it. */
  readonly where?: (subject: S) => string;
  /** The location of a side in its document. */
  readonly at?: (side: SideOf<S>) => Span | undefined;
  /** The location of a side that the other document lacks; default: `at`. */
  readonly name?: (side: SideOf<S>) => Span | undefined;
  /** Any other default of an occurrence: its row of Changes, the directions that clients feel it in, its locations. */
  readonly defaults?: (subject: S) => Partial<Found>;
}

/** A row of a table: a rule that relies on the defaults of its subject. */
export interface RuleRow<S> extends Omit<ChangeRule<S>, 'name' | 'verb' | 'find'> {
  /** `none`: no word, although the subject has one. */
  readonly verb?: Verb | 'none';
  readonly where?: string;
  readonly at?: Subject<S>['at'];
  readonly advice?: string;
  readonly find: Find<S>;
}

/** Creates the rules of one table; each key is the name of a rule within its part. */
export function defineRules<S>(subject: Subject<S>, rows: Readonly<Record<string, RuleRow<S>>>): ChangeRule<S>[] {
  return Object.entries(rows).map(([name, row]) => {
    const { where, at, advice, find, verb = subject.verb, ...rule } = row;
    const called = verb === undefined || verb === 'none' ? {} : { verb };
    return { ...rule, ...called, name: `${subject.part}/${name}`, find: (of: S) => applyRule(subject, row, of) };
  });
}

function applyRule<S>(subject: Subject<S>, { where, at, advice, find }: RuleRow<S>, of: S): Found[] {
  const found = find(of);
  if (found === undefined || found === false) return [];
  const defaults = {
    where: where ?? subject.where?.(of) ?? '',
    ...subject.defaults?.(of),
    ...locateSides(subject, at, of),
    ...(advice && { advice }),
  };
  const all = (Array.isArray(found) ? found : [found]) as readonly Occurrence[];
  return all.map((occurrence) => ({
    ...defaults,
    ...(typeof occurrence === 'string' ? { what: occurrence } : occurrence),
  }));
}

function locateSides<S>(subject: Subject<S>, own: Subject<S>['at'], of: S): Pick<Found, 'old' | 'now'> {
  const { old, now } = of as { readonly old?: SideOf<S>; readonly now?: SideOf<S> };
  const isAlone = old === undefined || now === undefined;
  const place = own ?? (isAlone ? subject.name : undefined) ?? subject.at;
  if (place === undefined) return {};
  return { ...(old && { old: place(old) }), ...(now && { now: place(now) }) };
}

function renderOccurrences<S>(words: Words<S>, subject: S): Occurrences {
  return typeof words === 'string' ? words : words(subject);
}

/** Finds a subject that only the newer document has. */
export function added<S>(words: Words<WithNow<NoInfer<S>>>): Find<S> {
  return (subject) => isWithout(subject, 'old') && renderOccurrences(words, subject as WithNow<S>);
}

/** Finds a subject that only the older document has. */
export function removed<S>(words: Words<WithOld<NoInfer<S>>>): Find<S> {
  return (subject) => isWithout(subject, 'now') && renderOccurrences(words, subject as WithOld<S>);
}

function isWithout<S>(subject: S, side: 'old' | 'now'): boolean {
  return (subject as { readonly old?: unknown; readonly now?: unknown })[side] === undefined;
}

/** Finds what differs in a subject that both documents have. */
export function inBoth<S>(find: Find<Both<NoInfer<S>>>): Find<S> {
  return (subject) => !isWithout(subject, 'old') && !isWithout(subject, 'now') && find(subject as Both<S>);
}

/** The values of a side: those of its plan, where it has one. */
type ValuesOf<S> = SideOf<S> extends { readonly plan: infer Plan } ? Plan : SideOf<S>;

/** Finds a value that differs, by its name or as a function gives it. */
export function changed<S>(
  value: (keyof ValuesOf<NoInfer<S>> & string) | ((side: SideOf<S>) => unknown),
  words: Words<Both<NoInfer<S>>>,
): Find<S> {
  const valueIn = (side: SideOf<S>): unknown => {
    if (typeof value === 'function') return value(side);
    const values = (side as { readonly plan?: ValuesOf<S> }).plan ?? (side as ValuesOf<S>);
    return values[value as keyof ValuesOf<S>];
  };
  return inBoth((both) => !isSame(valueIn(both.old), valueIn(both.now)) && renderOccurrences(words, both));
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** Finds a condition that holds in the newer document and did not hold in the older one. */
export function became<S>(isSo: (side: SideOf<S>) => boolean, words: Words<Both<NoInfer<S>>>): Find<S> {
  return inBoth((both) => !isSo(both.old) && isSo(both.now) && renderOccurrences(words, both));
}

/** Finds a condition that held in the older document and does not hold in the newer one. */
export function ceased<S>(isSo: (side: SideOf<S>) => boolean, words: Words<Both<NoInfer<S>>>): Find<S> {
  return inBoth((both) => isSo(both.old) && !isSo(both.now) && renderOccurrences(words, both));
}

type ItemWords<S> = (item: string, both: Both<S>) => Occurrence;

/** Creates finds for the items of a list that only one document has. `at` gives the location of an item, or of its list. */
export function createItemFinds<S>(
  listOf: (side: SideOf<S>, both: Both<S>) => Iterable<string>,
  at?: (side: SideOf<S>, item: string) => Span | undefined,
): Readonly<Record<'added' | 'removed', (words: ItemWords<S>) => Find<S>>> {
  const finding = (which: 'more' | 'less') => (words: ItemWords<S>) =>
    inBoth<S>((both) => {
      const { old, now } = both;
      return compareSets(listOf(old, both), listOf(now, both))[which].map((item) => {
        const wording = words(item, both);
        const places = at === undefined ? {} : { old: at(old, item), now: at(now, item) };
        return { ...places, ...(typeof wording === 'string' ? { what: wording } : wording) };
      });
    });
  return { added: finding('more'), removed: finding('less') };
}

/** Creates finds from the kind of a difference: `tighter`, `looser`. */
export function createKindFind<S, Kind extends string>(
  kindOf: (subject: S) => Kind | undefined,
): (kind: Kind, words: Words<S>) => Find<S> {
  return (kind, words) => (subject) => kindOf(subject) === kind && renderOccurrences(words, subject);
}

/** The items that a newer list has and the older one lacks, and the other way round. */
export function compareSets(
  old: Iterable<string>,
  now: Iterable<string>,
): { readonly more: string[]; readonly less: string[] } {
  const [before, after] = [new Set(old), new Set(now)];
  return { more: [...after].filter((item) => !before.has(item)), less: [...before].filter((item) => !after.has(item)) };
}
