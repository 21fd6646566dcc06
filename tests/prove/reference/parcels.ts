import { createHmac, randomBytes } from 'node:crypto';
import { request as sendRequest } from 'node:http';
import { type Has, listen, type Reference, Rejection, type Reply, type Request } from './http.ts';
import { type Fields, isKinds, isText, isUrl, isWeight, readBody, readFields } from './parcel-fields.ts';
import { createPeople } from './parcel-people.ts';

/** The keys of the callers: two shops. */
export const shops: Readonly<Record<string, string>> = { key_north_1: 's1', key_south_1: 's2' };

type Thing = Record<string, unknown> & { readonly id: string; readonly shop: string };

interface Happened {
  readonly number: number;
  readonly id: string;
  readonly type: string;
  readonly time: string;
  readonly shop: string;
  readonly subject: string;
  readonly payload: unknown;
}

const streamed = new Set(['parcel.created', 'parcel.sent', 'parcel.deleted']);

/** Starts the service of `parcels.md`; `switches` are the faults and harmless variants that it has. */
export function startParcels(switches: Iterable<string> = []): Promise<Reference> {
  const on = new Set(switches);
  const has: Has = (name) => on.has(name);
  return listen(createService(has), has);
}

function createService(has: Has): (request: Request) => Reply {
  const things = new Map(
    ['parcels', 'shelves', 'slips', 'hooks'].map((name) => [name, new Map<string, Thing>()] as const),
  );
  const sessions = new Map<string, string>();
  const ofPeople = createPeople(has, sessions);
  const calls = new Map<string, number[]>();
  const events: Happened[] = [];
  const listeners = new Set<{ readonly shop: string; readonly write: (text: string) => void }>();
  const now = (): string => new Date().toISOString();
  const invalid = (): never => {
    throw new Rejection(422, 'invalid');
  };
  const find = (kind: string, id: string, shop: string): Thing => {
    const thing = things.get(kind)!.get(id);
    const isOwn = thing?.shop === shop || has(`${kind} of any shop`);
    if (thing === undefined) throw new Rejection(404, 'not_found');
    if (!isOwn) throw has('existence is revealed') ? new Rejection(403, 'forbidden') : new Rejection(404, 'not_found');
    return thing;
  };

  const happen = (type: string, parcel: Thing, payload: unknown): void => {
    if (has(`no ${type}`)) return;
    const event: Happened = {
      number: events.length + 1,
      id: `evt_${randomBytes(8).toString('hex')}`,
      type,
      time: has('events of 1970') ? new Date(0).toISOString() : now(),
      shop: parcel.shop,
      subject: parcel.id,
      payload,
    };
    events.push(event);
    const deliver = (): void => {
      if (streamed.has(type) || has('all on the stream'))
        for (const one of listeners)
          if (one.shop === event.shop || has('streams of any shop')) one.write(writeBlock(event));
      for (const hook of things.get('hooks')!.values()) {
        if (hook.shop !== event.shop && !has('hooks of any shop hear')) continue;
        const { kinds } = hook;
        if (Array.isArray(kinds) && !kinds.includes(type) && !has('kinds are ignored')) continue;
        post(hook, event, 1);
      }
    };
    if (has('later events first') && type === 'parcel.created') setTimeout(deliver, 150);
    else if (has('events come later')) setTimeout(deliver, 40);
    else deliver();
    if (has('events twice')) happenAgain(event, deliver);
  };
  const happenAgain = (event: Happened, deliver: () => void): void => {
    Object.assign(event, { id: `${event.id}b` });
    deliver();
  };
  const writeBlock = (event: Happened): string => {
    const body = { type: event.type, timestamp: event.time, data: event.payload };
    const data = has('stream without an envelope') ? event.payload : body;
    const comment = has('comments between') ? ': hello\n\n' : '';
    return `${comment}id: ${event.number}\nevent: ${event.type}\ndata: ${JSON.stringify(data)}\n\n`;
  };
  const post = (hook: Thing, event: Happened, attempt: number): void => {
    if (!String(hook.url).startsWith('http://127.0.0.1:')) return;
    const envelope = {
      specversion: has('another specversion') ? '0.3' : '1.0',
      id: attempt > 1 && has('attempts have new IDs') ? `${event.id}-${attempt}` : event.id,
      source: '/',
      type: event.type,
      ...(has('no subject') ? {} : { subject: has('another subject') ? 'x' : event.subject }),
      time: event.time,
      ...(has('no sequence') ? {} : { sequence: String(event.number).padStart(16, '0') }),
      ...(event.payload === undefined ? {} : { datacontenttype: 'application/json', data: event.payload }),
      ...(has('more members') ? { extension: 'x' } : {}),
    };
    const text = JSON.stringify(envelope);
    const seconds = String(Math.floor(Date.now() / 1000) - (has('old signatures') ? 4_000 : 0));
    const secret = has('another secret') ? 'whsec_AAAA' : String(hook.secret);
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const signed = has('only the body is signed') ? text : `${envelope.id}.${seconds}.${text}`;
    const signature = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
    const outgoing = sendRequest(String(hook.url), {
      method: 'POST',
      headers: {
        'content-type': has('plain webhooks') ? 'application/json' : 'application/cloudevents+json',
        'webhook-id': envelope.id,
        'webhook-timestamp': seconds,
        ...(has('no signature')
          ? {}
          : { 'webhook-signature': has('two signatures') ? `v1,AAAA ${signature}` : signature }),
      },
    });
    const again = (): void => {
      const wait = has('attempts at once') ? 1_500 : 5_000;
      if (attempt < 3 && !has('one attempt')) setTimeout(() => post(hook, event, attempt + 1), wait).unref();
    };
    outgoing.on('error', () => {});
    outgoing.on('response', (response) => {
      response.resume();
      const { statusCode = 500 } = response;
      if (statusCode >= 300) again();
      else if (has('repeated deliveries') && attempt === 1) post(hook, event, 2);
    });
    outgoing.end(text);
  };

  const showParcel = (parcel: Thing): Fields => ({ ...parcel });
  const ofParcels = (request: Request, shop: string, id?: string, verb?: string): Reply => {
    const { method, url } = request;
    const parcels = things.get('parcels')!;
    if (id === undefined && method === 'GET') {
      for (const name of url.searchParams.keys()) if (name !== 'status') invalid();
      const status = url.searchParams.get('status');
      if (status !== null && !['waiting', 'under_way', 'arrived'].includes(status)) invalid();
      const own = [...parcels.values()].filter((one) => one.shop === shop || has('lists of any shop'));
      const data = own
        .filter((one) => status === null || one.status === status)
        .toSorted((left, right) => (String(left.label) < String(right.label) ? -1 : 1));
      const total = has('total of any shop') ? parcels.size : has('total is of the shop') ? own.length : data.length;
      if (has('filters of any shop') && status !== null)
        data.push(...[...parcels.values()].filter((one) => one.shop !== shop && one.status === status));
      return { status: 200, body: { data: data.slice(0, 200).map(showParcel), total } };
    }
    if (id === undefined) {
      if (method !== 'POST') throw new Rejection(404, 'not_found');
      const body = readBody(request);
      const fields = readFields(body, { label: isText, weight: isWeight });
      if (has('rejected creates have events') && fields?.label === undefined)
        happen(
          'parcel.created',
          { id: crypto.randomUUID(), shop },
          { ...body, id: crypto.randomUUID(), shop, label: 'x', weight: 1, status: 'waiting' },
        );
      if (fields?.label === undefined) return invalid();
      const parcel: Thing = { id: crypto.randomUUID(), shop, weight: 1, ...fields, status: 'waiting' };
      parcels.set(parcel.id, parcel);
      happen(
        'parcel.created',
        parcel,
        has('payload of another weight')
          ? { ...parcel, weight: 77 }
          : has('no label in the payload')
            ? { ...parcel, label: undefined }
            : { ...parcel },
      );
      return { status: 201, body: showParcel(parcel) };
    }
    const parcel = find('parcels', id, shop);
    if (verb !== undefined) return take(request, parcel, verb);
    if (method === 'GET') return { status: 200, body: showParcel(parcel) };
    if (method === 'DELETE') {
      parcels.delete(id);
      happen('parcel.deleted', parcel, { id, label: parcel.label });
      return { status: 204 };
    }
    if (method !== 'PATCH') throw new Rejection(404, 'not_found');
    const fields = readFields(readBody(request), { label: isText, weight: isWeight });
    if (fields === undefined) return invalid();
    const was = parcel.label;
    Object.assign(parcel, fields);
    if (was !== parcel.label || has('every update is a change'))
      happen('parcel.changed', parcel, {
        id,
        label: has('old label') ? was : parcel.label,
        was: has('was is new') ? parcel.label : was,
      });
    if (has('updates are sends')) happen('parcel.sent', parcel, { id, label: parcel.label, status: parcel.status });
    return { status: 200, body: showParcel(parcel) };
  };
  const take = ({ method }: Request, parcel: Thing, verb: string): Reply => {
    const way = { send: ['waiting', 'under_way'], arrive: ['under_way', 'arrived'] }[verb];
    if (way === undefined || method !== 'POST') throw new Rejection(404, 'not_found');
    const isReady = parcel.status === way[0];
    if (!isReady && has('rejected sends have events') && verb === 'send')
      happen('parcel.sent', parcel, { id: parcel.id, label: parcel.label, status: parcel.status });
    if (!isReady) throw new Rejection(409, 'wrong_state');
    const before = parcel.status;
    parcel.status = way[1];
    if (verb === 'send') parcel.sent_at = now();
    if (verb === 'send')
      happen('parcel.sent', parcel, {
        id: parcel.id,
        label: parcel.label,
        status: has('status before') ? before : parcel.status,
      });
    else happen('parcel.arrived', parcel, { id: parcel.id });
    return { status: 200, body: showParcel(parcel) };
  };

  const ofOthers = (request: Request, shop: string, kind: string, id?: string): Reply => {
    const { method } = request;
    const own = things.get(kind)!;
    if (id !== undefined) {
      const thing = find(kind, id, shop);
      if (method === 'DELETE' && kind !== 'slips') {
        own.delete(id);
        return { status: 204 };
      }
      if (method !== 'GET' || kind === 'hooks') throw new Rejection(404, 'not_found');
      if (kind === 'slips') grow(thing);
      return { status: 200, body: showThing(thing) };
    }
    if (method === 'GET' && kind === 'shelves') {
      if ([...request.url.searchParams].length > 0) invalid();
      const data = [...own.values()].filter((one) => one.shop === shop);
      return { status: 200, body: { data: data.slice(0, 200).map(showThing) } };
    }
    if (method !== 'POST') throw new Rejection(404, 'not_found');
    const body = readBody(request);
    if (kind === 'shelves') {
      const fields = readFields(body, { place: isText, parcel: (value) => typeof value === 'string' });
      if (fields?.place === undefined) return invalid();
      if ([...own.values()].some((one) => one.place === fields.place)) throw new Rejection(409, 'taken');
      const parcel = fields.parcel === undefined ? undefined : things.get('parcels')!.get(String(fields.parcel));
      if (
        fields.parcel !== undefined &&
        (parcel === undefined || (parcel.shop !== shop && !has('parcels of any shop on shelves')))
      )
        return invalid();
      const count = [...own.values()].filter((one) => one.shop === shop).length;
      if (count >= (has('more shelves') ? 61 : 60) && !has('any number of shelves'))
        throw new Rejection(has('full is 422') ? 422 : 409, has('full is 422') ? 'invalid' : 'full');
      return add(own, shop, fields);
    }
    if (kind === 'slips') {
      const fields = readFields(body, { text: isText });
      if (fields?.text === undefined) return invalid();
      return add(own, shop, { ...fields, status: 'open', at: Date.now() });
    }
    const fields = readFields(body, { url: isUrl, kinds: isKinds });
    if (fields?.url === undefined) return invalid();
    const secret = `whsec_${randomBytes(24).toString('base64')}`;
    const reply = add(own, shop, { ...fields, secret });
    return { ...reply, body: { ...(reply.body as object), secret } };
  };
  const add = (own: Map<string, Thing>, shop: string, fields: Fields): Reply => {
    const thing: Thing = { id: crypto.randomUUID(), shop, ...fields };
    own.set(thing.id, thing);
    return { status: 201, body: showThing(thing) };
  };
  const grow = (slip: Thing): void => {
    const wait = has('slips expire early') ? 600 : 2_000;
    if (Date.now() - Number(slip.at) >= wait && !has('slips stay open')) slip.status = 'over';
  };
  const showThing = ({ secret: _, at: __, ...shown }: Thing): Fields => shown;

  const limit = (key: string): void => {
    const times = (calls.get(key) ?? []).filter((at) => Date.now() - at < 2_000);
    if (
      times.length >= (has('more peeks') ? 45 : 30) ||
      (has('never again') && times.length === 0 && calls.has(key) && calls.get(key)!.length >= 30)
    )
      throw new Rejection(has('too many is 503') ? 503 : 429, 'slow_down', { 'Retry-After': '2' });
    times.push(Date.now());
    calls.set(has('peeks are counted together') ? 'all' : key, times);
  };

  return (request) => {
    const version = String(request.headers['parcels-version'] ?? '2026-06-01');
    if (version === '2024-01-01' && !has('old versions are served'))
      throw new Rejection(has('old is 400') ? 400 : 410, has('old is 400') ? 'unknown_version' : 'old_version');
    const isOld = version === '2025-01-01';
    if (!isOld && version !== '2026-06-01' && version !== '2024-01-01' && !has('any version'))
      throw new Rejection(400, 'unknown_version');
    if (!isOld) return answer(request);
    const reply = answer({ ...request, text: toPresent(request.text), url: renameStatus(request.url) });
    const headers = {
      ...reply.headers,
      ...(has('no deprecation') ? {} : { Deprecation: '@1780272000' }),
      ...(has('no sunset') ? {} : { Sunset: 'Thu, 01 Jan 2099 00:00:00 GMT' }),
    };
    return { ...reply, headers, ...(reply.body === undefined ? {} : { body: toOld(reply.body) }) };
  };

  /** What a client of the older version sends, as present ones do. */
  function toPresent(text: string): string {
    if (text === '' || has('old requests are not known')) return text;
    const { name, label: _, weight: __, ...others } = JSON.parse(text) as Record<string, unknown>;
    return JSON.stringify(name === undefined ? others : { ...others, label: name });
  }

  function renameStatus(url: URL): URL {
    return new URL(String(url).replace('status=moving', 'status=under_way'));
  }

  function toOld(body: unknown): unknown {
    if (typeof body !== 'object' || body === null) return body;
    if ('data' in body && Array.isArray(body.data)) return { ...body, data: body.data.map(toOld) };
    if (!('label' in body)) return body;
    const { label, weight, ...others } = body as Record<string, unknown>;
    const name = has('old names differ') ? `${String(label)}!` : label;
    return {
      ...others,
      ...(has('old responses have the new name') ? { label } : { name }),
      ...(has('old responses have weight') ? { weight } : {}),
      status: others.status === 'under_way' && !has('old states are new') ? 'moving' : others.status,
    };
  }

  function answer(request: Request): Reply {
    const { url, headers, method } = request;
    const [place = '', id, verb, ...more] = url.pathname.split('/').slice(1);
    if (['people', 'login', 'logout', 'me'].includes(place) && id === undefined) {
      if (headers['x-api-key'] !== undefined) throw new Rejection(401, 'unauthenticated');
      return ofPeople(request, place);
    }
    const key = String(headers['x-api-key'] ?? '');
    const shop = shops[key];
    if (place === 'events' && id === undefined && method === 'GET') {
      if (shop === undefined && !has('open streams')) throw new Rejection(401, 'unauthenticated');
      return openStream(request, shop ?? '');
    }
    if (shop === undefined && headers.authorization !== undefined) {
      const token = /^Bearer (.+)$/.exec(headers.authorization)?.[1] ?? '';
      throw sessions.has(token) ? new Rejection(403, 'forbidden') : new Rejection(401, 'unauthenticated');
    }
    if (shop === undefined) throw new Rejection(401, 'unauthenticated');
    if (!things.has(place) || more.length > 0 || (verb !== undefined && place !== 'parcels'))
      throw new Rejection(404, 'not_found');
    if (id !== undefined && [...url.searchParams].length > 0) invalid();
    if (place === 'shelves' && id === undefined && method === 'GET')
      limit(has('peeks are counted together') ? 'all' : key);
    return place === 'parcels' ? ofParcels(request, shop, id, verb) : ofOthers(request, shop, place, id);
  }

  function openStream({ headers }: Request, shop: string): Reply {
    const last = headers['last-event-id'];
    return {
      status: 200,
      ...(has('stream of text') ? { headers: { 'Content-Type': 'text/plain' } } : {}),
      stream(write) {
        const from = has('resumption leaves one out')
          ? Number(last) + 1
          : has('resumption repeats')
            ? Number(last) - 1
            : Number(last);
        if (last !== undefined && !has('resumption is ignored'))
          for (const event of events)
            if (event.number > from && event.shop === shop && streamed.has(event.type)) write(writeBlock(event));
        const listener = { shop, write };
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    };
  }
}
