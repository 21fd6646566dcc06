import { readDocument } from '../../../src/parts/index.ts';
import { buildWholePlanOf } from '../../../src/parts/plan/whole-version.ts';
import type { WholePlan } from '../../../src/plan/whole.ts';
import { createSource } from '../../../src/text/location.ts';
import { createDescriptionChecker, type DescriptionChecker } from '../../support/described.ts';
import { operationsAt } from './operations-at.fixture.ts';

interface Described {
  readonly plan: WholePlan;
  readonly checker: DescriptionChecker;
}

const known = new Map<string, Described>();

/** A version of a document with its description; made when it is first needed. */
function describe(document: string, whole: WholePlan, version?: string): Described {
  const key = `${version} ${document}`;
  const made = known.get(key);
  if (made !== undefined) return made;
  const isTop = version === undefined || version === whole.versioning.versions[0]?.name;
  const plan = isTop ? whole : buildWholePlanOf(readDocument(createSource('shop.md', document)).service, version)!;
  const described = { plan, checker: createDescriptionChecker(plan) };
  known.set(key, described);
  return described;
}

interface Request {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

interface Response {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: unknown;
}

/**
 * Throws if a response is not as the OpenAPI description of the document says, or if a request was accepted whose body is not as it
 * says. Versions are known by the header in which the document has them; others are left alone.
 */
export function needDescribed(document: string, whole: WholePlan, line: string, asked: Request, got: Response): void {
  const { placements } = whole.versioning;
  const [first] = placements;
  if (placements.length > 1 || (first !== undefined && first.in !== 'header')) return;
  const version = first?.name === undefined ? undefined : (got.headers.get(first.name) ?? undefined);
  const { plan, checker } = describe(document, whole, version);
  const [operation, ...others] = operationsAt(plan, line);
  if (operation === undefined || others.length > 0) return;
  const { method, path } = operation;
  const type = got.headers.get('Content-Type') ?? '';
  const wrongBody = got.json === undefined ? [] : checker.response(method, path, got.status, { type, json: got.json });
  const wrong = [...wrongBody, ...checker.headers(method, path, got.status, got.headers)];
  if (wrong.length > 0) throw new Error(`${line} is not answered as described: ${wrong.join('; ')}\n${got.text}`);
  const { body, headers = {} } = asked;
  const sentType = new Headers(headers).get('Content-Type') ?? 'application/json';
  if (got.status >= 300 || body === undefined || !sentType.includes('json')) return;
  const sent = checker.request(method, path, { type: sentType, json: body });
  if (sent.length > 0) throw new Error(`the request ${line} is not as described: ${sent.join('; ')}`);
}
