/** The parts of a document, in its order, with what stands where a test leaves one out. */
const parts = {
  purpose: ['What the service does', 'Not shown.'],
  resources: ['Resources and their fields', 'Not shown.'],
  states: ['States and transitions', 'None.'],
  endpoints: ['Endpoints', 'Not shown.'],
  authentication: ['Authentication', 'Not shown.'],
  events: ['Events', 'None.'],
  errors: ['Errors', 'Not shown.'],
  limits: ['Limits', 'None.'],
  versioning: ['Versioning', 'None.'],
} as const;

/** Writes a document of nine parts, and what is said before them. A part that is left out is `None.` or, where it cannot be, `Not shown.` */
export function documentText(title: string, stated: Partial<Record<keyof typeof parts | 'intro', string>>): string {
  const texts = Object.entries(parts).map(([part, [heading, absent]]) => {
    return `## ${heading}\n\n${(stated[part as keyof typeof parts] ?? absent).trim()}\n`;
  });
  return [`# ${title}\n`, ...(stated.intro ? [`${stated.intro}\n`] : []), ...texts].join('\n');
}

/** Writes the part Authentication with API keys as bearer tokens: rows of scopes, then rows of the attributes of callers. */
export function keyed(scopes: string, attributes = '| shop | string |'): string {
  return `| Scheme | Kind | Sent in |
| --- | --- | --- |
| key | api key | header Authorization: Bearer |

| Scope | Allows | Where |
| --- | --- | --- |
${scopes}

| Attribute | Type |
| --- | --- |
${attributes}`;
}

/** Writes the part Versioning: versions, newest first, named in a header, and the rows of Changes. */
export function versioned(versions: readonly string[], changes: string, header = 'V'): string {
  const rows = versions.map((version, at) => `| ${version} | ${at === 0 ? 'current' : 'supported'} |`);
  return `| Version | Status |
| --- | --- |
${rows.join('\n')}

| Sent in | Name | When absent |
| --- | --- | --- |
| header | ${header} | current |

| Version | Change | What | Before | Old responses | Old requests |
| --- | --- | --- | --- | --- | --- |
${changes}`;
}
