import { type Fields, loanFields, type Problems, readMember, readTool, type Thing } from './fields.ts';
import { type Has, listen, type Reference, Rejection, type Reply, type Request } from './http.ts';

/** The keys of the callers, with their scopes. */
export const keys: Readonly<Record<string, readonly string[]>> = {
  key_reader_1: ['tools:read'],
  key_writer_1: ['tools:write'],
  key_lender_1: ['loans'],
  key_everything_1: ['tools:read', 'tools:write', 'loans'],
};

/** Starts the service; `switches` are the faults and harmless variants that it has. */
export function startReference(switches: Iterable<string> = []): Promise<Reference> {
  const on = new Set(switches);
  const has: Has = (name) => on.has(name);
  return listen(createService(has), has);
}

/** Creates the service with its records. */
function createService(has: Has): (request: Request) => Reply {
  const tools = new Map<string, Thing>();
  const members = new Map<string, Thing>();
  const loans = new Map<string, Thing>();
  const replies = new Map<string, { readonly text: string; readonly reply: Reply }>();
  let count = 0;
  const now = (): string => new Date().toISOString();
  const createId = (): string =>
    has('same identity')
      ? '0b3f1f6e-5d0c-4a54-9d27-000000000001'
      : has('identities that ascend')
        ? `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`
        : crypto.randomUUID();
  const invalid = (problems: Problems): void => {
    if (problems.length > 0 && !has('nothing is invalid'))
      throw new Rejection(has('invalid is 400') ? 400 : 422, has('other code for invalid') ? 'bad' : 'invalid');
  };
  const find = (things: Map<string, Thing>, id: string): Thing => {
    const thing = things.get(id);
    if (thing === undefined) throw new Rejection(has('not found is 400') ? 400 : 404, 'not_found');
    return thing;
  };
  const showTool = (tool: Thing): unknown => {
    const { supplier, version: _, ...shown } = tool;
    const label = has('label without code') ? tool.name : `${tool.code} ${tool.name}`;
    const extra = has('supplier is shown') ? { supplier } : {};
    const { notes, ...rest } = shown;
    return {
      ...(has('notes are left out') && notes === null ? rest : shown),
      label,
      ...extra,
      ...(has('price is a number') ? { price: Number(tool.price) } : {}),
      ...(has('more members') ? { color: 'red' } : {}),
    };
  };
  const showLoan = (loan: Thing): unknown => ({
    ...loan,
    fee: has('fee is thrice') ? Number(loan.days) * 3 : Number(loan.days) * 2,
    ...(has('days is text') ? { days: String(loan.days) } : {}),
  });
  const tag = (tool: Thing): Readonly<Record<string, string>> =>
    has('no tag') ? {} : { ETag: has('weak tag') ? `"v${tool.version}-t"` : `"${tool.version}"` };

  const ofTools = (request: Request, id: string | undefined): Reply => {
    const { method, headers } = request;
    if (id === undefined && method === 'POST') {
      const { value, problems } = readTool(has, readBody(request), false);
      invalid(problems);
      if (!has('code is not unique') && [...tools.values()].some((tool) => tool.code === value.code))
        throw new Rejection(has('taken is 422') ? 422 : 409, 'taken');
      const defaults = {
        kind: has('kind has another default') ? 'power' : 'hand',
        deposit: has('deposit has no default') ? undefined : 10,
        fragile: false,
        notes: null,
      };
      const tool: Thing = { id: createId(), ...defaults, ...value, created_at: now(), version: 1 };
      if (!has('no rule') && tool.kind === 'hand' && Number(tool.deposit ?? 0) > 100)
        throw new Rejection(422, has('rule has another code') ? 'invalid' : 'too_dear');
      if (has('name is cut')) tool.name = String(tool.name).slice(0, 20);
      tools.set(String(tool.id), tool);
      const shown = showTool(has('create shows old deposit') ? { ...tool, deposit: 10 } : tool);
      return {
        status: has('create is 200') ? 200 : 201,
        body: shown,
        headers: { ...(has('no location') ? {} : { Location: `/tools/${tool.id}` }), ...tag(tool) },
      };
    }
    if (id === undefined && method === 'GET') return listTools(request);
    if (id === undefined)
      throw new Rejection(has('method is 404') ? 404 : 405, has('method is 404') ? 'not_found' : 'method_not_allowed');
    const tool = find(tools, id);
    if (method === 'GET') return { status: 200, body: showTool(tool), headers: tag(tool) };
    if (method === 'DELETE') {
      const isLent = [...loans.values()].some((loan) => loan.tool === id);
      if (isLent && !has('lent tools are deleted')) throw new Rejection(409, 'in_use');
      if (!has('nothing is deleted')) tools.delete(id);
      return { status: has('delete is 200') ? 200 : 204, ...(has('delete is 200') ? { body: {} } : {}) };
    }
    if (method !== 'PATCH') throw new Rejection(405, 'method_not_allowed');
    const condition = headers['if-match'];
    if (condition !== undefined && condition !== tag(tool).ETag && !has('any tag matches'))
      throw new Rejection(has('changed is 409') ? 409 : 412, 'changed');
    const { value, problems } = readTool(has, readBody(request), true);
    invalid(problems);
    const before = { ...tool };
    if (has('patch resets deposit') && value.deposit === undefined) tool.deposit = 10;
    if (!has('patch does nothing')) Object.assign(tool, value);
    if (!has('no rule') && tool.kind === 'hand' && Number(tool.deposit ?? 0) > 100) {
      Object.assign(tool, before);
      throw new Rejection(422, 'too_dear');
    }
    tool.version = Number(tool.version) + 1;
    return { status: 200, body: showTool(tool), headers: tag(tool) };
  };

  const listTools = ({ url }: Request): Reply => {
    const query = Object.fromEntries(url.searchParams);
    const unknown = Object.keys(query).find((name) => !['kind', 'dearer', 'sort', 'limit', 'cursor'].includes(name));
    if (unknown !== undefined && !has('unknown parameters pass')) throw new Rejection(422, 'invalid');
    const limit = Number(query.limit ?? 20);
    const most = has('pages of any size') ? 10_000 : 50;
    if (!Number.isInteger(limit) || (limit < 1 && !has('empty pages')) || limit > most)
      throw new Rejection(422, 'invalid');
    if (query.kind !== undefined && !['hand', 'power', 'garden'].includes(query.kind))
      throw new Rejection(422, 'invalid');
    const sort = query.sort ?? 'code';
    const [field, sign] = sort.startsWith('-') ? [sort.slice(1), -1] : [sort, 1];
    if (field !== 'code' && field !== 'deposit') throw new Rejection(422, 'invalid');
    const found = [...tools.values()]
      .filter((tool) => query.kind === undefined || has('kind is not filtered') || tool.kind === query.kind)
      .filter(
        (tool) =>
          query.dearer === undefined ||
          (has('dearer is cheaper')
            ? Number(tool.deposit) <= Number(query.dearer)
            : Number(tool.deposit) >= Number(query.dearer)),
      );
    const ordered = has('no order')
      ? found.toReversed()
      : found.toSorted(
          (left, right) =>
            (left[field]! < right[field]! ? -1 : left[field]! > right[field]! ? 1 : 0) *
            (has('sort is ignored') ? 1 : sign),
        );
    const from = Number(query.cursor ?? 0);
    const step = has('pages overlap') ? Math.max(1, limit - 1) : has('pages leave one out') ? limit + 1 : limit;
    const page = ordered.slice(from, from + (has('pages are longer') ? limit + 1 : limit));
    const more = from + step < ordered.length;
    return {
      status: 200,
      body: {
        data: has('list hides new tools') ? page.slice(0, 0) : page.map(showTool),
        next: more ? String(from + step) : null,
      },
    };
  };

  const ofMembers = (request: Request, id: string | undefined): Reply => {
    const { method } = request;
    if (id === undefined && method === 'POST') {
      const { value, problems } = readMember(has, readBody(request));
      invalid(problems);
      if (!has('email is not unique') && [...members.values()].some((member) => member.email === value.email))
        throw new Rejection(409, 'taken');
      const member: Thing = { id: createId(), ...value };
      members.set(String(member.id), member);
      return { status: 201, body: has('birthday is forgotten') ? { ...member, birthday: undefined } : member };
    }
    if (id === undefined) throw new Rejection(405, 'method_not_allowed');
    const member = find(members, id);
    if (method === 'GET')
      return { status: 200, body: has('read shows another name') ? { ...member, name: 'Somebody' } : member };
    if (method !== 'DELETE') throw new Rejection(405, 'method_not_allowed');
    members.delete(id);
    if (!has('loans of members stay')) for (const [key, loan] of loans) if (loan.member === id) loans.delete(key);
    return { status: 204 };
  };

  const ofLoans = (request: Request, id: string | undefined, verb: string | undefined): Reply => {
    const { method } = request;
    if (id === undefined) {
      if (method !== 'POST') throw new Rejection(405, 'method_not_allowed');
      return createLoan(request);
    }
    const loan = find(loans, id);
    if (verb !== undefined) return take(request, loan, verb);
    if (method === 'GET') return { status: 200, body: showLoan(loan) };
    if (method === 'DELETE') {
      if (loan.status !== 'reserved' && !has('any loan is deleted')) throw new Rejection(409, 'wrong_state');
      loans.delete(id);
      return { status: 204 };
    }
    if (method !== 'PATCH') throw new Rejection(405, 'method_not_allowed');
    const { value, problems } = loanFields(has, readBody(request), ['days'], false);
    invalid(problems);
    if (
      loan.status !== 'reserved' &&
      value.days !== undefined &&
      value.days !== loan.days &&
      !has('days are never fixed')
    )
      throw new Rejection(409, 'wrong_state');
    Object.assign(loan, value);
    return { status: 200, body: showLoan(loan) };
  };

  const createLoan = (request: Request): Reply => {
    const key = request.headers['idempotency-key'] as string | undefined;
    const known = key === undefined ? undefined : replies.get(key);
    if (known !== undefined && !has('keys are ignored')) {
      if (known.text === request.text || has('keys fit any body')) return known.reply;
      throw new Rejection(has('key reused is 409') ? 409 : 422, 'key_reused');
    }
    const { value, problems } = loanFields(has, readBody(request), ['tool', 'member', 'days'], true);
    invalid(problems);
    if (!has('tools need not exist') && !tools.has(String(value.tool))) invalid(['tool']);
    if (!has('members need not exist') && !members.has(String(value.member))) invalid(['member']);
    const loan: Thing = {
      id: createId(),
      ...value,
      status: has('loans begin out') ? 'out' : 'reserved',
      extended: has('extended begins at 1') ? 1 : 0,
      ...(has('started at once') ? { started_at: now() } : {}),
    };
    loans.set(String(loan.id), loan);
    const reply = { status: 201, body: showLoan(loan) };
    if (key !== undefined) replies.set(key, { text: request.text, reply });
    return reply;
  };

  const take = (request: Request, loan: Thing, verb: string): Reply => {
    if (request.method !== 'POST') throw new Rejection(405, 'method_not_allowed');
    const needs = (...states: readonly string[]): void => {
      if (!states.includes(String(loan.status)) && !has(`${verb} from any state`))
        throw new Rejection(has('wrong state is 422') ? 422 : 409, 'wrong_state');
    };
    const body = request.text === '' ? {} : readBody(request);
    switch (verb) {
      case 'hand_over':
        needs('reserved');
        loan.status = has('hand_over returns') ? 'returned' : 'out';
        if (!has('no start')) loan.started_at = now();
        break;
      case 'extend': {
        const { value, problems } = loanFields(has, body, ['days'], true, 14);
        invalid(problems);
        needs('out');
        const sum = Number(loan.extended) + Number(value.days);
        if (sum > 14 && !has('extended for ever'))
          throw new Rejection(409, has('too long is wrong state') ? 'wrong_state' : 'too_long');
        if (sum === 14 && has('guard is strict')) throw new Rejection(409, 'too_long');
        loan.extended = has('extend forgets') ? value.days : has('extend does nothing') ? loan.extended : sum;
        break;
      }
      case 'give_back': {
        const note = body.note;
        if (typeof note !== 'string' || note.length > 100 || (note.length < 1 && !has('empty notes')))
          invalid(['note']);
        if (Object.keys(body).some((name) => name !== 'note')) invalid(['unknown']);
        needs('out');
        loan.status = 'returned';
        if (!has('note is forgotten')) loan.note = note as string;
        break;
      }
      case 'lose':
        needs('reserved', 'out');
        if (!has('lose does nothing')) loan.status = 'lost';
        break;
      default:
        throw new Rejection(404, 'not_found');
    }
    return { status: 200, body: showLoan(loan) };
  };

  return (request) => {
    const { method, url, headers, text } = request;
    const [collection, id, verb, ...more] = url.pathname.split('/').slice(1);
    const key = headers['x-api-key'];
    const scopes = keys[String(key)];
    if (key === undefined && !has('no credential is needed'))
      throw new Rejection(has('no credential is 403') ? 403 : 401, 'unauthenticated');
    if (key !== undefined && scopes === undefined && !has('any credential passes'))
      throw new Rejection(401, 'unauthenticated');
    if (!['tools', 'members', 'loans'].includes(collection ?? '') || more.length > 0)
      throw new Rejection(404, has('unknown paths have another code') ? 'nothing_here' : 'not_found');
    if (id !== undefined && [...url.searchParams].length > 0) throw new Rejection(422, 'invalid');
    const wanted = collection === 'tools' ? (method === 'GET' ? 'tools:read' : 'tools:write') : 'loans';
    const isLax =
      (has('writers read') && scopes?.includes('tools:write')) ||
      (has('readers write') && scopes?.includes('tools:read')) ||
      has('scopes are ignored');
    if (scopes !== undefined && !scopes.includes(wanted) && !isLax) throw new Rejection(403, 'forbidden');
    const { accept = '*/*' } = headers;
    if (!/\*\/\*|application\/(?:\*|json|problem)/.test(accept) && !has('anything is acceptable'))
      throw new Rejection(406, 'not_acceptable');
    if (text !== '' && !/json/.test(headers['content-type'] ?? '') && !has('any media type'))
      throw new Rejection(415, 'unsupported');
    if (Buffer.byteLength(text) > 8192 && !has('bodies of any size'))
      throw new Rejection(has('too large is 400') ? 400 : 413, 'too_large');
    if (collection === 'tools') return ofTools(request, id);
    return collection === 'members' ? ofMembers(request, id) : ofLoans(request, id, verb);
  };

  function readBody({ text }: Request): Fields {
    try {
      const value: unknown = JSON.parse(text === '' ? '{}' : text);
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
    } catch {
      if (has('malformed is 422')) throw new Rejection(422, 'invalid');
      if (has('malformed is 500')) throw new Rejection(500, 'broken');
      throw new Rejection(400, 'malformed');
    }
    throw new Rejection(422, 'invalid');
  }
}
