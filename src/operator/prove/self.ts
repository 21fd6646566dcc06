import { selectSchemes } from '../../parts/registry.ts';
import type { WholePlan } from '../../plan/whole.ts';
import type { Caller, Callers, WantedCaller } from '../../prove/world/callers.ts';
import type { Transport } from '../../prove/world/exchanged.ts';
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

/** Starts the service of a page in memory, with a clock that is turned. Operations of handlers are left out: no module is run. */
export async function openSelf(whole: WholePlan): Promise<SelfService> {
  const plan = disableHandlers(whole);
  const world = await createWorlds({ plan, show: (_resource, record) => record })();
  const made = new Map<string, Caller>();
  let last: WantedCaller | undefined;
  const make = async (wanted: WantedCaller): Promise<Caller | undefined> => {
    const key = JSON.stringify(wanted);
    const known = made.get(key);
    if (known !== undefined) return known;
    const scheme = plan.authentication.schemes.find(({ name }) => name === wanted.scheme);
    if (scheme === undefined) return undefined;
    const text = await world.credential(scheme.name, wanted);
    const { scopes, attributes } = wanted;
    const caller: Caller = { name: scopes.join('+') || 'nobody', scheme, text, scopes, attributes };
    made.set(key, caller);
    return caller;
  };
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
        return make({ ...wanted, scopes: plan.authentication.scopes }).catch(() => make(wanted).catch(() => undefined));
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
