/** The names of the language by the first letter: `Invoice`; `invoice.paid`; in scopes also `invoices:write`; codes have either. */
export type NameForm = 'upper' | 'lower' | 'scope' | 'code';

const forms: Readonly<Record<NameForm, RegExp>> = {
  upper: /^[A-Z][A-Za-z0-9]*$/,
  lower: /^[a-z0-9][A-Za-z0-9_.-]*$/,
  scope: /^[a-z0-9][A-Za-z0-9_.:-]*$/,
  code: /^[A-Za-z0-9][A-Za-z0-9_.-]*$/,
};

/** True when a text may be a name of that form. */
export function isName(text: string, form: NameForm): boolean {
  return forms[form].test(text);
}

/** The nearest text that may be a name of a form: other characters become `_`, the first letter its case. */
export function toValidName(text: string, form: NameForm): string | undefined {
  const kept = text
    .slice(0, 200)
    .trim()
    .replace(
      form === 'upper' ? /[^A-Za-z0-9]/g : form === 'scope' ? /[^A-Za-z0-9_.:-]+/g : /[^A-Za-z0-9_.-]+/g,
      form === 'upper' ? '' : '_',
    )
    .replace(/^[_.:-]+|_+$/g, '');
  const first = kept.charAt(0);
  const made = (form === 'upper' ? first.toUpperCase() : form === 'code' ? first : first.toLowerCase()) + kept.slice(1);
  return isName(made, form) ? made : undefined;
}
