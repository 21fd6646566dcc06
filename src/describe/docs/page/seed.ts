import type { Running } from './running.ts';

/** A create of a resource that the page can send: its sample, and what it needs. */
export interface Create {
  readonly resource: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Readonly<Record<string, unknown>>;
  /** Placeholders of the path that name a record, with its resource. */
  readonly places: Readonly<Record<string, string>>;
  /** Fields of the body that name a record, with its resource. */
  readonly refs: Readonly<Record<string, string>>;
  /** Fields whose values no two records share. */
  readonly unique: readonly string[];
}

/** Returns the ID of the newest record of a resource that runs in the page. */
export async function findNewest({ facts, records }: Running, resource: string): Promise<string | undefined> {
  return facts.resources.includes(resource) ? (await records(resource)).rows[0]?.[0] : undefined;
}

/** Creates an example record of each resource whose sample can be sent: resources that others refer to come first. A refused one is left out. */
export async function addExampleRecords(running: Running, creates: readonly Create[]): Promise<void> {
  let waiting = creates;
  for (let left = Infinity; waiting.length > 0 && waiting.length < left; ) {
    left = waiting.length;
    const later: Create[] = [];
    for (const create of waiting) if (!(await send(running, create))) later.push(create);
    waiting = later;
  }
}

async function send(running: Running, { path, places, headers, body, refs, unique }: Create): Promise<boolean> {
  const find = async (named: Readonly<Record<string, string>>) =>
    Promise.all(Object.entries(named).map(async ([name, of]) => [name, await findNewest(running, of)] as const));
  const fields = (await find(refs)).filter(([field]) => field in body);
  const filled = (await find(places)).reduce(
    (whole, [name, id]) => (id === undefined ? whole : whole.replace(`{${name}}`, encodeURIComponent(id))),
    path,
  );
  if (filled.includes('{') || fields.some(([, id]) => id === undefined)) return false;
  const own = Object.entries(body).map(([field, value]) => [field, unique.includes(field) ? vary(value) : value]);
  const sent = JSON.stringify({ ...Object.fromEntries(own), ...Object.fromEntries(fields) });
  const response = await running.fetch({ method: 'POST', path: filled, headers, body: sent });
  return response.ok;
}

/** Changes a value, so that the sample itself can still be sent. */
function vary(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value !== 'string') return value;
  return value.includes('@') ? `example.${value}` : value.replace(/(\p{L})(\P{L}*)$/u, '$1$1$2');
}
