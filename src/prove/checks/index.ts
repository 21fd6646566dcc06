import type { Check } from '../check.ts';
import { credentials } from './authentication/credentials.ts';
import { isolation } from './authentication/isolation.ts';
import { scopes } from './authentication/scopes.ts';
import { sessions } from './authentication/sessions.ts';
import { tokens } from './authentication/tokens.ts';
import { deletes } from './endpoints/deletes.ts';
import { idempotency } from './endpoints/idempotency.ts';
import { identities } from './endpoints/identities.ts';
import { lists } from './endpoints/lists.ts';
import { paths } from './endpoints/paths.ts';
import { preconditions } from './endpoints/preconditions.ts';
import { search } from './endpoints/search.ts';
import { success } from './endpoints/success.ts';
import { unknownFields } from './endpoints/unknown-fields.ts';
import { messages } from './errors/messages.ts';
import { deliveries } from './events/deliveries.ts';
import { happen } from './events/happen.ts';
import { bodySize } from './limits/body-size.ts';
import { limitHeaders } from './limits/headers.ts';
import { pageSize } from './limits/page-size.ts';
import { quotas } from './limits/quotas.ts';
import { rates } from './limits/rates.ts';
import { assigned } from './resources/assigned.ts';
import { computed } from './resources/computed.ts';
import { neverSent } from './resources/never-sent.ts';
import { patch } from './resources/patch.ts';
import { references } from './resources/references.ts';
import { required } from './resources/required.ts';
import { rules } from './resources/rules.ts';
import { stored } from './resources/stored.ts';
import { unique } from './resources/unique.ts';
import { values } from './resources/values.ts';
import { initial } from './states/initial.ts';
import { matrix } from './states/matrix.ts';
import { races } from './states/races.ts';
import { timers } from './states/timers.ts';
import { transitions } from './states/transitions.ts';
import { older } from './versioning/older.ts';
import { versions } from './versioning/versions.ts';

/** All checks, in the order in which they are tried: what every request needs comes first. */
export const checks: readonly Check[] = [
  success,
  credentials,
  scopes,
  transitions,
  initial,
  matrix,
  rules,
  required,
  stored,
  computed,
  assigned,
  unique,
  references,
  patch,
  neverSent,
  unknownFields,
  identities,
  paths,
  messages,
  deletes,
  lists,
  search,
  idempotency,
  preconditions,
  bodySize,
  pageSize,
  limitHeaders,
  isolation,
  sessions,
  tokens,
  happen,
  deliveries,
  versions,
  older,
  values,
  races,
  // Time passes, and quotas are full.
  timers,
  quotas,
  // A limit that is reached delays all requests after it.
  rates,
];
