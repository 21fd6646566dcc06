/** The names of the language by the first letter: `Invoice`; `due_date`; either, as in `IN_PROGRESS`; in scopes also `invoices:write`. */
export type NameForm = 'upper' | 'lower' | 'either' | 'scope';

const forms: Readonly<Record<NameForm, RegExp>> = {
  upper: /^[A-Z][A-Za-z0-9]*$/,
  lower: /^[a-z0-9][A-Za-z0-9_.-]*$/,
  either: /^[A-Za-z0-9][A-Za-z0-9_.-]*$/,
  scope: /^[A-Za-z0-9][A-Za-z0-9_.:-]*$/,
};

/** True when a text may be a name of that form. */
export function isName(text: string, form: NameForm): boolean {
  return forms[form].test(text);
}

/** A suggested name of more characters is cut after a whole word. */
const longestName = 200;

/** The nearest text that may be a name of a form: other characters become `_`, the first word its case. */
export function toValidName(text: string, form: NameForm): string | undefined {
  const trimmed = cutAfterWord(text.trim());
  if (trimmed === undefined) return undefined;
  if (form === 'upper') {
    const made = trimmed.replace(/(?:^|[^A-Za-z0-9]+)(.?)/g, (_, next: string) => next.toUpperCase());
    return isName(made, form) ? made : undefined;
  }
  const kept = trimmed
    .replace(form === 'scope' ? /[^A-Za-z0-9_.:-]+/g : /[^A-Za-z0-9_.-]+/g, '_')
    .replace(/^[_.:-]+|_+$/g, '');
  const made = form === 'lower' ? lowerFirstWord(kept) : kept;
  return isName(made, form) ? made : undefined;
}

/** Returns the whole words of a text that fit into a name; undefined if the first one does not. */
function cutAfterWord(text: string): string | undefined {
  if (text.length <= longestName) return text;
  const words = /^.*[^A-Za-z0-9]/s.exec(text.slice(0, longestName + 1))?.[0].trimEnd();
  return words === undefined || words === '' ? undefined : words;
}

/** `ORDERS_WRITE` becomes `orders_write`, `HTTPError` `httpError`, `NotFound` `notFound`. */
function lowerFirstWord(text: string): string {
  if (!/[a-z]/.test(text)) return text.toLowerCase();
  return text.replace(/^[A-Z]+(?=[A-Z][a-z])|^[A-Z]+/, (word) => word.toLowerCase());
}
