/**
 * Lists the fields of a body as a form has them: a list as a repeated field, the members of an object as `object[member]`. `refuse` is
 * called with the reason for a value that no form can carry; if it returns, the value is left out.
 */
export function listFields(body: unknown, refuse: (problem: string) => void, name = ''): [string, string][] {
  if (body === undefined) return [];
  if (body === null || (Array.isArray(body) && body.length === 0)) {
    refuse(`${name} is ${body === null ? 'null' : 'an empty list'}, which a form cannot carry`);
    return [];
  }
  if (Array.isArray(body))
    return body.map((item) => [name, typeof item === 'object' ? JSON.stringify(item) : String(item)]);
  if (typeof body !== 'object') return [[name, String(body)]];
  return Object.entries(body).flatMap(([key, inner]) =>
    listFields(inner, refuse, name === '' ? key : `${name}[${key}]`),
  );
}

/** Writes a body with files as a form in parts (RFC 7578): each file as the part of its name, everything else as one part of JSON. */
export function writeParts(body: object): FormData {
  const form = new FormData();
  const files: [name: string, file: Blob][] = [];
  const fields = takeFiles(body, files);
  if (Object.keys(fields).length > 0)
    // No member of a Request has this name.
    form.append('(json)', new Blob([JSON.stringify(fields)], { type: 'application/json' }));
  for (const [name, file] of files) form.append(name, file);
  return form;
}

/** Takes the files out of a body: returns the rest, and adds them by the names of their parts. */
export function takeFiles(body: object, files: [name: string, file: Blob][], around = ''): object {
  const rest: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(body)) {
    const name = around === '' ? key : `${around}[${key}]`;
    if (value instanceof Blob) files.push([name, value]);
    else if (typeof value !== 'object' || value === null || Array.isArray(value)) rest[key] = value;
    else rest[key] = takeFiles(value, files, name);
  }
  return rest;
}
