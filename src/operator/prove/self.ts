import { selectSchemes } from '../../parts/registry.ts';
import type { WholePlan } from '../../plan/whole.ts';
import type { Caller, Callers, WantedCaller } from '../../prove/world/callers.ts';
import type { Inbox, ReceivedRequest, Transport } from '../../prove/world/exchanged.ts';
import { findSignUp } from '../../prove/world/sessions.ts';
import { createWorlds } from '../examples/world.ts';
import { disableHandlers } from '../without-handlers.ts';

/** A page's own service in memory, as it is proved. */
export interface SelfService {
  readonly plan: WholePlan;
  readonly transport: Transport;
  readonly callers: Callers;
  close(): Promise<void>;
}

const somebody = { subject: 'somebody', attributes: {} };

/**
 * Starts the service of a page in memory, with a clock that is turned. `asked` is the plan whose requests it gets, such as that of an older
 * page. Operations of handlers are left out: no module is run.
 */
export async function openSelf(whole: WholePlan, asked: WholePlan = whole): Promise<SelfService> {
  const served = disableHandlers(whole);
  const plan = asked === whole ? served : leaveOut(disableHandlers(asked), served);
  const inboxes = new Map<string, Inbox & { readonly received: ReceivedRequest[] }>();
  const world = await createWorlds({
    plan: served,
    show: (_resource, record) => record,
    receive({ url, headers, body }, at) {
      const inbox = inboxes.get(url);
      inbox?.received.push({ at, method: 'POST', headers: toLower(headers), text: body });
      return { status: inbox?.status ?? 204 };
    },
  })();
  const made = new Map<string, Caller>();
  let last: WantedCaller | undefined;
  let clients = 0;
  const make = async (wanted: WantedCaller): Promise<Caller | undefined> => {
    const key = JSON.stringify(wanted);
    const known = made.get(key);
    if (known !== undefined) return known;
    const scheme = plan.authentication.schemes.find(({ name }) => name === wanted.scheme);
    // Where people sign up and log in, they do: a credential that nothing else gave may be of no person.
    if (scheme === undefined || (scheme.holder !== undefined && findSignUp(plan, scheme) !== undefined))
      return undefined;
    const text = await world.credential(scheme.name, wanted);
    const { scopes, attributes } = wanted;
    const name = `${scopes.join('+') || 'nobody'}${wanted.subject.endsWith('-other') ? '-other' : ''}`;
    const caller: Caller = { name, scheme, text, scopes, attributes };
    made.set(key, caller);
    return caller;
  };
  const both = plan.authentication.scopes.filter((scope) => served.authentication.scopes.includes(scope));
  const findDirectScheme = (): string | undefined => {
    const direct = selectSchemes(plan.authentication, ({ makes }) => makes === 'key' || makes === 'token');
    return (direct.find(({ name }) => name === last?.scheme) ?? direct[0])?.name;
  };
  return {
    plan,
    transport: {
      now: world.now,
      advance: async (milliseconds) => {
        await world.advance(milliseconds);
        made.clear();
        return true;
      },
      turnsClock: true,
      until: () => world.advance(0),
      async open({ method, path, headers }) {
        const { status, headers: got, text, close } = await world.open({ method, path, headers });
        return { response: { status, headers: got, text: '' }, text, close };
      },
      inboxes: {
        areStated: false,
        async open(name) {
          const url = `https://example.com/hooks/${name}`;
          const inbox = inboxes.get(url) ?? { url, received: [], status: 204 };
          inboxes.set(url, inbox);
          return inbox;
        },
      },
      async send({ method, path, headers, text }) {
        const {
          status,
          headers: got,
          body,
        } = await world.send({ method, path, headers, ...(text === undefined ? {} : { text }) });
        const shown = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
        const isJson = body !== undefined && (got['content-type'] ?? '').includes('json');
        return { status, headers: got, text: shown, ...(isJson ? { body } : {}) };
      },
    },
    callers: {
      async find(wanted) {
        last = wanted;
        return make({ ...wanted, scopes: both }).catch(() => make(wanted).catch(() => undefined));
      },
      client: (wanted) =>
        world.client(wanted.scheme, { ...wanted, subject: `partner-${++clients}` }).catch(() => undefined),
      async stranger(wanted) {
        const other = { ...wanted, subject: `${wanted.subject}-other`, attributes: differ(plan, wanted.attributes) };
        return make({ ...other, scopes: plan.authentication.scopes }).catch(() => make(other).catch(() => undefined));
      },
      async holding(scope) {
        const scheme = findDirectScheme();
        return scheme === undefined
          ? undefined
          : make({ ...somebody, ...last, scheme, scopes: [scope] }).catch(() => undefined);
      },
      async without(scopes) {
        const scheme = findDirectScheme();
        const other = plan.authentication.scopes.find((scope) => !scopes.includes(scope));
        if (scheme === undefined) return undefined;
        const wanted = { ...somebody, ...last, scheme, scopes: other === undefined ? [] : [other] };
        return make(wanted).catch(() => undefined);
      },
    },
    close: () => world.close(),
  };
}

function toLower(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** The attributes of a caller of another tenant: texts and numbers differ; the words of a choice keep their meaning. */
function differ({ authentication }: WholePlan, attributes: WantedCaller['attributes']): WantedCaller['attributes'] {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => {
      const type = authentication.attributes.find((one) => one.name === name)?.type;
      const kind = type?.kind === 'nullable' ? type.of.kind : type?.kind;
      if (kind === 'choice' || kind === 'list') return [name, value];
      return [name, typeof value === 'string' ? `${value}-other` : typeof value === 'number' ? value + 1_000 : value];
    }),
  );
}

/** Leaves out the operations that the service leaves out. */
function leaveOut(asked: WholePlan, { operations }: WholePlan): WholePlan {
  const gone = new Set(operations.flatMap(({ disabled, name }) => (disabled === true ? [name] : [])));
  return {
    ...asked,
    operations: asked.operations.map((one) => (gone.has(one.name) ? { ...one, disabled: true } : one)),
  };
}
