import type { Span } from '../text/location.ts';
import { present } from '../text/present.ts';
import type { Change, ChangePart, Verdict } from './change.ts';
import { createRowDraft, type RowDraft } from './row.ts';
import type { Verb } from './verb.ts';

/** A kind of difference: what differs, what it means for what clients send and for what they get, and how it is found. */
export interface ChangeRule<Subject> extends Pick<Change, 'verb' | 'exposes'> {
  /** `resources/field-removed`: the part's folder and the rule's key in its table. */
  readonly name: `${ChangePart}/${string}`;
  /** The difference, in a few words. */
  readonly differs: string;
  /** Left out: what clients send is not concerned. */
  readonly requests?: Verdict;
  /** Left out: what clients get is not concerned. */
  readonly answers?: Verdict;
  readonly find: (subject: Subject) => readonly Found[];
}

/** One occurrence of a rule. */
export interface Found {
  readonly where: string;
  readonly what: string;
  readonly old?: Span | undefined;
  readonly now?: Span | undefined;
  /** False where this occurrence is not felt in a direction in which the rule is. */
  readonly requests?: boolean;
  readonly answers?: boolean;
  /** False where this occurrence exposes nothing. */
  readonly exposes?: boolean;
  /** The cells of its row, a row of another kind, or `none`; left out: a row of the rule's verb without further cells. */
  readonly row?: Partial<RowDraft> | 'none' | undefined;
  /** Further rows. */
  readonly rows?: readonly RowDraft[];
  readonly advice?: string | undefined;
}

/** Clients go on as before. */
export const compatible: Verdict = { class: 'compatible' };

/** Some client that fits the older document fails; it is named in one sentence. */
export function breaking(client: string): Verdict {
  return { class: 'breaking', client };
}

/** The documents do not show whether a client fails; names the client that may. */
export function unclear(client: string): Verdict {
  return { class: 'unclear', client };
}

/** Finds the changes of every rule in every subject; the same finding in several subjects is one change. */
export function findChanges<Subject>(rules: readonly ChangeRule<Subject>[], subjects: readonly Subject[]): Change[] {
  const changes = subjects.flatMap((subject) =>
    rules.flatMap((rule) => rule.find(subject).map((found) => createChange(rule, found))),
  );
  return [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()];
}

function createChange<Subject>(rule: ChangeRule<Subject>, found: Found): Change {
  const { where, what, old, now, advice } = found;
  const { verb } = rule;
  const requests = found.requests === false ? undefined : rule.requests;
  const answers = found.answers === false ? undefined : rule.answers;
  const exposes = found.exposes === false ? undefined : rule.exposes;
  const part = rule.name.slice(0, rule.name.indexOf('/')) as ChangePart;
  return {
    rule: rule.name,
    part,
    where,
    what,
    ...present({ verb, requests, answers, exposes, old, now, advice }),
    rows: [...ownRow(verb, found), ...(found.rows ?? [])],
  };
}

function ownRow(verb: Verb | undefined, { where, row }: Found): RowDraft[] {
  if (row === 'none') return [];
  const change = row?.change ?? verb;
  return change === undefined ? [] : [createRowDraft(change, row?.where ?? where, row ?? {})];
}
