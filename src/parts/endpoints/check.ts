import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { findNearest } from '../../text/nearest.ts';
import type { Service } from '../service.ts';
import { resolveOperation } from './about.ts';
import { checkCall, checkOperation } from './check/operation.ts';
import { checkParameters } from './check/parameters.ts';
import { checkResponses } from './check/responses.ts';
import { checkResumable } from './check/resumable.ts';
import { checkRoutes } from './check/routes.ts';
import { checkIdempotency, checkPreconditions } from './check/rows.ts';
import { checkSession } from './check/sessions.ts';
import { checkSignedLinks } from './check/signed-links.ts';
import { checkShownToken } from './check/tokens.ts';
import { diagnostics } from './diagnostics.ts';

/** How the checks of this part tell what they find. */
export type Report = (diagnostic: Diagnostic) => void;

/** Asks whether Endpoints fit themselves and the parts that they name. */
export function check(service: Service, report: Report): void {
  checkMediaTypes(service, report);
  checkRoutes(service, report);
  for (const operation of service.endpoints.operations) {
    const about = resolveOperation(service, operation);
    checkOperation(about, report);
    checkResponses(about, report);
    checkParameters(about, report);
    checkSession(about, report);
    checkSignedLinks(about, report);
    checkResumable(about, report);
    checkShownToken(about, report);
  }
  for (const call of service.endpoints.calls) checkCall(resolveOperation(service, call), report);
  checkIdempotency(service, report);
  checkPreconditions(service, report);
}

const usualTypes = [
  'application/json',
  'application/merge-patch+json',
  'application/json-patch+json',
  'application/x-www-form-urlencoded',
];

/** What browsers send of a form; no answer has it. */
const form = 'application/x-www-form-urlencoded';

function checkMediaTypes(service: Service, report: Report): void {
  const { requestMediaTypes, responseMediaTypes } = service.endpoints;
  for (const name of [...requestMediaTypes, ...responseMediaTypes]) {
    const { value, span } = name;
    if (value.toLowerCase() === form && requestMediaTypes.includes(name)) continue;
    if (/^(application\/json|[a-z0-9!#$&^_.-]+\/[a-z0-9!#$&^_.+-]+\+json)$/i.test(value)) continue;
    const near = value.toLowerCase() === 'json' ? 'application/json' : findNearest(value, usualTypes);
    report(diagnostics['media-type'](span, value, near));
  }
}
