import fc from 'fast-check';
import { anyRequest, beginning } from './requests.ts';
import { type Client, type Compared, clientOf } from './sequence.ts';
import { openSide } from './side.ts';

/** Two documents side by side on stores of one kind. */
export interface Pair {
  /** Sends generated requests to both until it has sent so many; throws with the smallest sequence that is answered differently. */
  run(requests: number, seed: number, progress?: (sent: number) => void): Promise<number>;
  close(): Promise<void>;
}

/** Opens both sides. */
export async function openPair(compared: Compared, address: () => Promise<string>): Promise<Pair> {
  const alone = await openSide(compared.older, await address());
  const beside = await openSide(compared.newer, await address());
  const first = beginning(alone.plan, compared);
  const rest = fc.array(anyRequest(alone.plan, beside.plan, compared), { minLength: 1, maxLength: 30, size: 'max' });
  let moment = 0;
  let sent = 0;
  const resourceOf = new Map(alone.plan.operations.map(({ name, resource }) => [name, resource ?? '']));
  const isUnknown = compared.unknown === true ? fc.boolean() : fc.constant(false);
  const property = fc.asyncProperty(first, rest, isUnknown, async (begin, then, unknown) => {
    const tenant = `t${++moment}`;
    const lines: string[] = [];
    const clients = [
      await clientOf(alone, compared, tenant, unknown),
      await clientOf(beside, compared, tenant, unknown),
    ] as const;
    const same = (wanted: string, got: string): void => {
      if (wanted !== got) throw new Error([...lines, ...difference(wanted, got)].join('\n'));
    };
    const records = new Map<string, Shown>();
    for (const request of [...begin, ...then]) {
      if (unknown && request.operation === 'list events') continue;
      moment += 1;
      sent += 1;
      const { match, ...rest } = request;
      // What the older version does not know is changed too: a tag is then another one.
      const asked = unknown ? rest : request;
      const [wanted, got] = [await clients[0].ask(asked, moment, lines), await clients[1].ask(asked, moment, lines)];
      same(wanted.text, got.text);
      if (unknown) await keeps(clients[1], records, resourceOf.get(request.operation) ?? '', got.record);
    }
    if (unknown) return;
    lines.push('deliveries and stream');
    same(await clients[0].told(), await clients[1].told());
  });
  /** Gives a record what only the present version knows, and looks whether it is still there after a request. */
  const keeps = async (client: Client, records: Map<string, Shown>, resource: string, id: string): Promise<void> => {
    if (!['Order', 'Stay'].includes(resource) || id === '') return;
    const read = async (): Promise<Shown | undefined> => {
      const { status, body } = await client.present('read', resource, id, moment);
      return status === 200 ? (JSON.parse(body!) as Shown) : undefined;
    };
    let is = await read();
    const was = records.get(id);
    if (is === undefined) return;
    const gone = was === undefined ? [] : lost(was, is);
    if (gone.length > 0) throw new Error(`lost by this request: ${gone.join(', ')}`);
    const body = unknownOf(is);
    if (Object.keys(body).length > 0) {
      const { status, body: text } = await client.present('update', resource, id, moment, body);
      if (status !== 200 && status !== 409) throw new Error(`the present version answers ${status} ${text}`);
      is = (await read())!;
    }
    records.set(id, is);
  };
  return {
    async run(requests, seed, progress) {
      sent = 0;
      for (let part = 0; sent < requests; part++) {
        const result = await fc.check(property, { numRuns: 10, seed: (seed + part) | 0 });
        if (result.failed) throw new Error(differing(result.errorInstance as Error, result.seed, compared));
        progress?.(sent);
      }
      return sent;
    },
    async close() {
      await alone.close();
      await beside.close();
    },
  };
}

/** The lines that only one of two answers has. */
function difference(wanted: string, got: string): readonly string[] {
  const [first, second] = [wanted.split('\n'), got.split('\n')];
  const only = (these: readonly string[], others: readonly string[], mark: string): readonly string[] =>
    these.filter((line, i) => line !== others[i] && !others.includes(line)).map((line) => `${mark} ${line.trim()}`);
  const found = [...only(first, second, '  older document:'), ...only(second, first, '  all versions:  ')];
  return found.length > 0 ? found : ['  older document:', wanted, '  all versions:', got];
}

function differing({ message }: Error, seed: number, { title }: Compared): string {
  return `${title}: another answer than the older document gives; seed ${seed}\n${message}`;
}

// biome-ignore lint/suspicious/noExplicitAny: records of several resources, as the present version shows them
type Shown = any;

/** By a text for each, the members that only the present version knows, of objects that an older one shows. */
function marksOf({ address, places = {}, lines = [], spot, phones = [] }: Shown): ReadonlyMap<string, unknown> {
  const marks = new Map<string, unknown>();
  if (address !== undefined) marks.set('address', address.country);
  if (spot !== undefined) marks.set('spot', spot.country);
  for (const [key, place] of Object.entries<Shown>(places)) marks.set(`places ${key}`, place.country);
  const listed = [
    ...lines.map(({ product, sku }: Shown) => [`line ${product}`, sku]),
    ...phones.map(({ number, label }: Shown) => [`phone ${number}`, label]),
  ];
  const isAlone = ([name]: readonly unknown[]): boolean => listed.filter(([other]) => other === name).length === 1;
  for (const [name, mark] of listed) if (isAlone([name])) marks.set(name, mark);
  return marks;
}

/** What the present version knew of a record and knows no longer, though what it belongs to is still there. */
function lost(was: Shown, is: Shown): readonly string[] {
  const after = marksOf(is);
  return [...marksOf(was)]
    .filter(([name, mark]) => mark !== undefined && after.has(name) && after.get(name) !== mark)
    .map(([name]) => name);
}

/** A merge patch of the present version that gives a record what an older version does not know. */
function unknownOf({ address, places, lines, spot, phones }: Shown): object {
  const country = 'FR';
  const named = (list: readonly Shown[], name: string, mark: string) =>
    list.map((entry) => ({ ...entry, [mark]: `${mark} of ${entry[name]}` }));
  return {
    ...(address === undefined ? {} : { address: { country } }),
    ...(places === undefined
      ? {}
      : { places: Object.fromEntries(Object.keys(places).map((key) => [key, { country: key }])) }),
    ...(lines === undefined ? {} : { lines: named(lines, 'product', 'sku') }),
    ...(spot === undefined ? {} : { spot: { country } }),
    ...(phones === undefined ? {} : { phones: named(phones, 'number', 'label') }),
  };
}
