import type { KeptTotp } from '../../../../text/codes/kept-totp.ts';
import { computeCode, equalsInConstantTime, getTimeStep } from '../../../../text/codes/one-time-code.ts';

/** The wrong codes in a row after which codes are refused for a time. */
const mostWrong = 10;
/** That time, which is twice as long after each further wrong code, up to a day. */
const firstWait = 60_000;
const longestWait = 86_400_000;
/** The time steps before and after the present one whose codes are accepted: clocks differ, and typing takes time (RFC 6238, section 5.2). */
const tolerance = 1;

/** Whether all codes of a secret are refused for the time being, because of wrong ones (RFC 4226, section 7.3). */
export function isHeld({ wrong, wrongAt }: KeptTotp, now: number): boolean {
  if (wrong < mostWrong) return false;
  const wait = Math.min(longestWait, firstWait * 2 ** (wrong - mostWrong));
  // A clock that was set back does not prolong the time.
  return Math.abs(now - wrongAt) < wait;
}

/** Returns a code without the spaces that people type, if it has the form of a one-time code. */
export function readCode(sent: string): string | undefined {
  const code = sent.replace(/[\s-]/g, '');
  return /^\d{6}$/.test(code) ? code : undefined;
}

/** Returns the secret after a code of it was accepted; undefined for a wrong code, or one of a time step that a code was accepted of. */
export function acceptCode(kept: KeptTotp, code: string, now: number): KeptTotp | undefined {
  const present = getTimeStep(now);
  let accepted: number | undefined;
  for (let step = present - tolerance; step <= present + tolerance; step += 1) {
    if (step < 0) continue;
    const isEqual = equalsInConstantTime(computeCode(kept.secret, step), code);
    if (isEqual && (kept.step === undefined || step > kept.step)) accepted ??= step;
  }
  return accepted === undefined ? undefined : { secret: kept.secret, step: accepted, wrong: 0, wrongAt: 0 };
}

/** Returns the secret after a wrong code. */
export function countWrong(kept: KeptTotp, now: number): KeptTotp {
  return { ...kept, wrong: kept.wrong + 1, wrongAt: now };
}
