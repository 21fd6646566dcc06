import type { CredentialRecord } from '../../../../contracts/caller.ts';
import { type CredentialService, identifyHolder, type NewCredential } from '../../../../contracts/credentials.ts';
import type { Platform } from '../../../../contracts/platform.ts';
import type { RequestContext } from '../../../../contracts/request-context.ts';
import type { Refreshed, SessionTokens } from '../../../../contracts/sessions/sessions.ts';
import type { SchemePlan } from '../../../../plan/plan.ts';
import { computeExpiry, computeIdleEnd, idleSlack } from '../credentials/credential.ts';
import {
  hashFamily,
  isProven,
  makeFamily,
  readRefreshToken,
  toFamilyText,
  writeRefreshToken,
} from './refresh-token.ts';

/** A refresh token may be sent again for this long: its response may be lost. */
const repeatedFor = 30_000;

/** The dependencies of refresh tokens. */
export interface RefreshDependencies {
  readonly keys: CredentialService;
  readonly platform: Platform;
  /** Whether the record of a session goes on, if sessions are records. */
  goesOn(ctx: RequestContext, session: string, subject: string): Promise<boolean>;
  /** Ends a session that was found to be stolen. */
  end(ctx: RequestContext, session: string): Promise<void>;
}

/** Begins and refreshes sessions with refresh tokens. */
export interface Refreshing {
  /** Issues the first credential of a session, and its first refresh token. */
  begin(ctx: RequestContext, scheme: SchemePlan, credential: NewCredential): Promise<SessionTokens>;
  refresh(ctx: RequestContext, scheme: SchemePlan, text: string): Promise<Refreshed>;
}

/** Returns the text of a new session that is not a record. */
export function makeSession(platform: Platform): string {
  return `session ${makeFamily(platform).family}`;
}

/** Creates what begins and refreshes sessions with refresh tokens. One row holds all tokens of a session: only its number grows. */
export function createRefreshing({ keys, platform, goesOn, end }: RefreshDependencies): Refreshing {
  /** Issues the credential of a generation, which ends with its session at the latest. */
  const issue = async (
    ctx: RequestContext,
    scheme: SchemePlan,
    held: CredentialRecord,
    token: { readonly family: string; readonly generation: number },
  ): Promise<SessionTokens & { readonly subject: string }> => {
    const { client, subject, scopes, attributes, session, rotationKey = '' } = held;
    const { generation } = token;
    const made = await keys.make(
      {
        kind: 'token',
        scheme: scheme.name,
        subject,
        scopes,
        attributes,
        generation,
        lifetime: computeExpiry(scheme, held) - ctx.now,
        ...(client === undefined ? {} : { client }),
        ...(session === undefined ? {} : { session }),
      },
      ctx.now,
      ctx.transaction,
    );
    return { ...made, refresh: writeRefreshToken(platform, scheme.name, rotationKey, token), subject };
  };
  const isIdle = async (ctx: RequestContext, scheme: SchemePlan, session: string): Promise<boolean> => {
    if (scheme.idle === undefined) return false;
    const usedAt = await ctx.transaction!.credentials.lastUse(session);
    return computeIdleEnd(scheme, 0, usedAt) + idleSlack <= ctx.now;
  };
  return {
    async begin(ctx, scheme, credential) {
      const { family, key } = makeFamily(platform);
      const { lifetime: _, ...given } = credential;
      const text = toFamilyText(scheme.name, family);
      const held = await keys.make(
        { ...given, kind: 'refresh', text, rotationKey: key, generation: 0 },
        ctx.now,
        ctx.transaction,
      );
      return issue(ctx, scheme, held.record, { family, generation: 0 });
    },
    async refresh(ctx, scheme, text) {
      const { credentials } = ctx.transaction!;
      const token = readRefreshToken(scheme.name, text);
      if (token === undefined) return 'invalid';
      const held = await credentials.findRefresh(hashFamily(platform, scheme.name, token.family), ctx.now);
      if (held?.session === undefined || held.scheme !== scheme.name) return 'invalid';
      const { id, session, subject, generation = 0, rotatedAt = 0, rotationKey = '' } = held;
      if (!isProven(platform, rotationKey, token)) return 'invalid';
      // One of another resource that logged in before, or whose Refresh has become shorter.
      if (held.client !== identifyHolder(scheme, subject) || computeExpiry(scheme, held) <= ctx.now) return 'invalid';
      if (!(await goesOn(ctx, session, subject)) || (await isIdle(ctx, scheme, session))) return 'invalid';
      // A clock that was set back does not make the time longer.
      const isRecent = Math.abs(ctx.now - rotatedAt) <= repeatedFor;
      const isRepeated = token.generation === generation - 1 && isRecent;
      if (token.generation !== generation && !isRepeated) {
        await end(ctx, session);
        return 'ended';
      }
      const next = token.generation + 1;
      if (!isRepeated) await credentials.rotate(id, next, ctx.now);
      return issue(ctx, scheme, held, { family: token.family, generation: next });
    },
  };
}
