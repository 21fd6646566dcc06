import type { Platform } from '../contracts/platform.ts';
import type { MaybePromise } from '../contracts/record.ts';
import type { Refusal } from '../contracts/refusal.ts';
import type { HttpResponse, Incoming } from '../contracts/request-context.ts';
import type { PlayExamples } from '../describe/examples/exchange.ts';
import { matchesIfNoneMatch } from '../parts/endpoints/serve/precondition.ts';
import { listServedVersions } from '../parts/versioning/serve/choose.ts';
import type { Plan } from '../plan/plan.ts';
import { buildVersionPrefix } from '../plan/version/path.ts';
import type { FindWholePlan } from '../plan/whole.ts';
import { createBrowserServiceRoute } from './descriptions/browser-service.ts';
import { type Compressed, compressOnce } from './descriptions/compressed.ts';
import { createPlayer } from './descriptions/player.ts';
import type { DescriptionRoute, DescriptionView } from './descriptions/route.ts';

/** The facts that the descriptions of a service are created from. */
export interface DescriptionDependencies {
  readonly plan: Plan;
  readonly routes: readonly DescriptionRoute[];
  /** Finds what the descriptions of a version are written from; undefined: there are none. */
  readonly find: FindWholePlan | undefined;
  /** Plays their examples; undefined: there are none. */
  readonly play: PlayExamples | undefined;
  /** The base address where one is known, else empty. */
  readonly base: string;
  /** Reads the file by which the service runs in its documentation page; undefined if it does not. */
  readonly browserService?: (() => Promise<string>) | undefined;
  readonly platform: Pick<Platform, 'sha256' | 'compress'>;
}

/** A route that the service adds to those of the document. */
export interface ExtraRoute {
  /** Left out: `GET` and `HEAD`. */
  readonly method?: 'POST';
  /** Headers of its requests that the document does not state: pages of other origins may send them. */
  readonly requestHeaders?: readonly string[];
  /** Refused when the request names an unknown version. */
  readonly versioned?: true;
  answer(incoming: Incoming): MaybePromise<HttpResponse | Refusal>;
}

/** Returns the routes of the descriptions, by path, for requests of a version; undefined: of the version that the document states. */
export type DescriptionRoutes = (version: string | undefined) => ReadonlyMap<string, ExtraRoute>;

interface Written {
  readonly compressed: Compressed;
  /** The hash of the text. */
  readonly hash: string;
  /** The examples in it are still being played. */
  readonly isEarly: boolean;
  readonly headers: readonly string[];
}

/** Seconds for which clients may keep a description before they ask whether it is still the same. */
const maxAge = 300;

/** Creates the routes of the descriptions. Each is written when it is first requested, and kept. */
export function createDescriptionRoutes({
  plan,
  find,
  play,
  base,
  platform,
  browserService,
  routes: own,
}: DescriptionDependencies): DescriptionRoutes {
  if (find === undefined) return () => new Map();
  const { prefix } = plan.base;
  const address = createAddress(plan, base.replace(/\/+$/, ''));
  const kept = new Map<string, Promise<Written>>();
  const playOnce = createPlayer(play);
  const routes = browserService === undefined ? own : [...own, createBrowserServiceRoute(browserService)];
  const write = async (route: DescriptionRoute, version: string | undefined): Promise<Written> => {
    const whole = await find(version);
    if (whole === undefined) throw new Error(`the document has no version ${version}`);
    const playing = { ended: true };
    const view: DescriptionView = {
      plan: { ...whole, base: { prefix, ...(base === '' ? {} : { known: base }) } },
      address,
      runsInPage: browserService !== undefined,
      play: () => playOnce(version).all,
      playSoFar() {
        const { ended, result } = playOnce(version).state;
        playing.ended = ended;
        return { ended, result };
      },
    };
    const text = await route.write(view);
    const hash = [...platform.sha256(text).slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0'));
    return {
      compressed: compressOnce(text, platform),
      hash: hash.join(''),
      isEarly: !playing.ended,
      headers: route.headers?.(view, text) ?? [],
    };
  };
  const writeOnce = (route: DescriptionRoute, version: string | undefined): Promise<Written> => {
    const key = `${route.path} ${route.versioned === true ? version : undefined}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = write(route, version);
    kept.set(key, made);
    const forget = (): unknown => kept.delete(key);
    made.then(({ isEarly }) => isEarly && playOnce(version).all.then(forget), forget);
    return made;
  };
  const names = new Set(listServedVersions(plan));
  const answer = (route: DescriptionRoute, of: string | undefined, incoming: Incoming) => {
    const named = route.versioned === true ? new URLSearchParams(incoming.query).get('version') : null;
    if (named !== null && !names.has(named)) return createUnknownVersion(names);
    return writeOnce(route, named ?? of).then((written) => respond(route, written, incoming));
  };
  return (version) =>
    new Map(
      routes.flatMap((route) => {
        const made: ExtraRoute = {
          ...(route.versioned === true ? { versioned: true } : {}),
          answer: (incoming) => answer(route, version, incoming),
        };
        const paths = new Set([prefix + route.path, ...(route.atRoot === true ? [route.path] : [])]);
        return [...paths].map((path) => [path, made] as const);
      }),
    );
}

/** The address of a path: with the version in its path, or else, of a description, in its query. */
function createAddress(plan: Plan, base: string): DescriptionView['address'] {
  const root = base === '' ? plan.base.prefix : base;
  return (path, version) => {
    if (version === undefined) return root + path;
    const prefix = buildVersionPrefix(plan, version);
    if (prefix !== undefined) return root + prefix + path;
    return `${root}${path}?version=${encodeURIComponent(version)}`;
  };
}

function createUnknownVersion(names: ReadonlySet<string>): Refusal {
  const message = names.size === 0 ? 'is not a known parameter' : `must be ${[...names].join(' or ')}`;
  return { condition: 'unknown version', fields: [{ parameter: 'version', problem: 'constraint', message }] };
}

/** Each coding of a text has a tag of its own (RFC 9110, section 8.8.3.3). */
async function respond(
  { contentType }: DescriptionRoute,
  { compressed, hash, isEarly, headers: others }: Written,
  incoming: Incoming,
): Promise<HttpResponse> {
  const caching = isEarly ? 'no-cache' : `public, max-age=${maxAge}`;
  const coding = compressed.choose(incoming.header('accept-encoding'));
  const tag = coding === undefined ? `"${hash}"` : `"${hash}-${coding}"`;
  const shared = ['ETag', tag, 'Cache-Control', caching, 'Vary', 'Accept-Encoding', 'X-Frame-Options', 'DENY'];
  const headers = [...shared, ...others];
  const asked = incoming.header('if-none-match');
  if (asked !== undefined && matchesIfNoneMatch(asked, tag)) return { status: 304, headers, body: undefined };
  return {
    status: 200,
    headers: [
      ...['Content-Type', contentType, ...(coding === undefined ? [] : ['Content-Encoding', coding]), ...headers],
      ...['X-Content-Type-Options', 'nosniff'],
    ],
    ...(await compressed.encode(coding)),
  };
}
