import type { Platform } from '../../contracts/platform.ts';

const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;
const zeros = /^0+$/;
const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The trace id of a request (W3C Trace Context): that of a valid `traceparent`, else a new random one. */
export function readTraceId(traceparent: string | undefined, platform: Platform): string {
  const found = traceparent === undefined ? null : form.exec(traceparent);
  if (found !== null) {
    const [, version, trace, parent, rest] = found;
    const known = version !== 'ff' && (version !== '00' || rest === undefined);
    if (known && !zeros.test(trace!) && !zeros.test(parent!)) return trace!;
  }
  let text = '';
  const bytes = platform.random(16);
  for (let i = 0; i < bytes.length; i++) text += hex[bytes[i]!];
  return text;
}
