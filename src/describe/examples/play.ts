import { findCondition } from '../../parts/registry.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { listWanted } from '../wire/errors.ts';
import { composeRequest } from './compose.ts';
import { collectEvents } from './events.ts';
import type { Examples, Exchange, NotPlayed, Played } from './exchange.ts';
import { playLimits } from './limits.ts';
import { playLater, playRefusals, prepareTrial } from './refusals.ts';
import { createStage, type Stage, sendFor } from './stage.ts';
import { playStory } from './story.ts';
import type { OpenWorld } from './world.ts';

/** The operation name of exchanges that no operation answers. */
const serviceName = '';

/** Sends requests that find no operation. */
async function playService(stage: Stage): Promise<void> {
  const { plan } = stage;
  const first = plan.operations.find(({ disabled }) => disabled !== true);
  if (first === undefined) return;
  const none = { name: serviceName, kind: 'read' } as const;
  const plain = composeRequest(stage, first, {});
  const unknown = { ...plain, method: 'GET', path: plain.path.replace(/\/[^/]*$/, '/unknown-path') };
  await sendFor(stage, none, unknown, { title: 'The path is not known', rank: 1 });
  const methods = new Set(plan.operations.filter(({ path }) => path === first.path).map(({ method }) => method));
  const method = ['DELETE', 'PUT', 'PATCH', 'POST'].find((candidate) => !methods.has(candidate));
  if (method !== undefined) {
    await sendFor(stage, none, { ...plain, method }, { title: 'The path has no such method', rank: 1 });
  }
}

/** How long a document is played. */
interface PlayOptions {
  /** Whether no further operation is begun. */
  readonly isOver: () => boolean;
}

/** Plays a document in a service of its own, and returns what it did: first its story, then what it refuses. */
export async function playDocument(plan: WholePlan, open: OpenWorld, { isOver }: PlayOptions): Promise<Played> {
  const world = await open();
  const stage = createStage(plan, world, nameVersion(plan));
  try {
    const successes = await playStory(stage, isOver);
    for (const operation of plan.operations) {
      if (operation.disabled !== true && !isOver()) await playRefusals(stage, operation, successes.get(operation.name));
    }
    await playService(stage);
    const events = await collectEvents(stage);
    if (!isOver())
      await playLimits(stage, (operation) => prepareTrial(stage, operation, successes.get(operation.name)));
    if (!isOver()) await playLater(stage, successes);
    return { examples: collect(stage), service: collectService(stage), events, notPlayed: listNotPlayed(stage) };
  } finally {
    await world.close();
  }
}

/** The version that requests name; undefined where requests that name none are in it. */
function nameVersion({ version, versioning }: WholePlan): string | undefined {
  const current = versioning.versions.find(({ status }) => status === 'current') ?? versioning.versions[0];
  return version === undefined || version.name === current?.name ? undefined : version.name;
}

function collectService({ exchanges }: Stage): readonly Exchange[] {
  return [...exchanges.values()].flatMap(({ exchange }) => (exchange.operation === serviceName ? [exchange] : []));
}

function collect({ plan, exchanges }: Stage): Examples {
  const all = [...exchanges.values()].map(({ exchange }) => shortenTokens(exchange));
  const byOperation = Map.groupBy(all, ({ operation }) => operation);
  const sorted = (list: readonly Exchange[]): readonly Exchange[] =>
    list.toSorted((left, right) => left.response.status - right.response.status);
  return Object.fromEntries(plan.operations.map(({ name }) => [name, sorted(byOperation.get(name) ?? [])]));
}

const signed = /eyJ[\w-]{8,}\.[\w-]+\.[\w-]+/g;

/** An exchange without the text of signed tokens, which is long, and another one each time. */
function shortenTokens(exchange: Exchange): Exchange {
  const text = JSON.stringify(exchange);
  return text.includes('eyJ') ? (JSON.parse(text.replaceAll(signed, 'eyJ…')) as Exchange) : exchange;
}

/** The successes and the refusals that no request brought about. */
function listNotPlayed({ plan, exchanges, version }: Stage): readonly NotPlayed[] {
  const all = [...exchanges.values()].map(({ exchange }) => exchange);
  const byOperation = Map.groupBy(all, ({ operation }) => operation);
  return plan.operations.flatMap((operation): readonly NotPlayed[] => {
    const { name, disabled, kind } = operation;
    const own = byOperation.get(name) ?? [];
    if (disabled === true) {
      const reason = kind === 'handler' ? 'its handler was not given' : 'its Request or Response is not shown';
      return [{ operation: name, reason }];
    }
    const success = own.some(({ response }) => response.status < 400);
    const missing = listWanted(plan, operation, version).filter(
      ({ condition, code }) => !own.some((exchange) => exchange.condition === condition && exchange.code === code),
    );
    return [
      ...(success ? [] : [{ operation: name, reason: 'no request that was tried succeeded' }]),
      ...missing.map((wanted) => ({ operation: name, ...wanted, reason: explainNotPlayed(wanted.condition) })),
    ];
  });
}

/** Says why no request brought a refusal about. */
function explainNotPlayed(condition: string): string {
  return findCondition(condition)?.notProvoked ?? 'no request that was tried brought it about';
}
