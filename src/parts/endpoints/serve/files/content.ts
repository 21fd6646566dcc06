import type { StoredContent } from '../../../../contracts/files.ts';
import type { OperationContext } from '../../../../contracts/operation-context.ts';
import type { Refusal } from '../../../../contracts/refusal.ts';
import type { RequestContext } from '../../../../contracts/request-context.ts';
import type { Step } from '../../../../contracts/step.ts';
import { getReturnedContent } from '../../../../plan/files/file-bodies.ts';
import { writeDisposition } from '../../../../plan/files/file-names.ts';
import { isStoredFile, type StoredFile } from '../../../../plan/files/stored-file.ts';
import { matchesIfNoneMatch } from '../precondition.ts';
import { streamContent } from './pump.ts';
import { readRange } from './range.ts';
import { openFileTags } from './tag.ts';

/** Types that browsers show without running anything in them. */
const shownTypes: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'text/plain',
]);

function isShown(type: string): boolean {
  return shownTypes.has(type) || type.startsWith('audio/') || type.startsWith('video/');
}

/** The policy of a content that a browser opens as a page: it only shows itself. */
const policy =
  /* not a message */ "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox";

/** Creates the step that answers with the content of a file, or with the parts of it that the client asks for (RFC 9110, section 14). */
export function createContentStep(op: OperationContext): Step {
  const { operation, platform } = op;
  const { field } = getReturnedContent(operation)!;
  const [response] = operation.responses;
  const missing: Refusal = { condition: 'not found', line: response!.line };
  const formatTag = openFileTags(op);
  // Pages of other origins that may call the service may also show its files.
  const sharing = op.plan.allowedOrigins.length > 0 ? 'cross-origin' : 'same-site';
  const headersOf = (ctx: RequestContext): string[] => [
    ...['Cache-Control', ctx.caller === undefined && ctx.linked === undefined ? 'no-cache' : 'private, no-cache'],
    ...['X-Content-Type-Options', 'nosniff'],
  ];
  const describe = ({ name, type }: StoredFile): readonly string[] => [
    ...['Content-Type', type === 'text/plain' ? 'text/plain; charset=utf-8' : type],
    ...['Content-Disposition', writeDisposition(isShown(type) ? 'inline' : 'attachment', name)],
    ...['Content-Security-Policy', policy, 'Cross-Origin-Resource-Policy', sharing, 'Accept-Ranges', 'bytes'],
  ];
  const show = (ctx: RequestContext, file: StoredFile, content: StoredContent): void => {
    const tag = formatTag(file.hash);
    const headers = headersOf(ctx);
    const none = ctx.incoming.header('if-none-match');
    if (none !== undefined && matchesIfNoneMatch(none, tag)) {
      ctx.response = { status: 304, headers: [...headers, 'ETag', tag], body: undefined };
      return;
    }
    const { size } = content;
    const isWhole = ctx.incoming.method === 'HEAD' || !holdsIfRange(ctx.incoming.header('if-range'), tag);
    const range = isWhole ? undefined : readRange(ctx.incoming.header('range'), size);
    if (range === 'unsatisfiable') {
      headers.push('Content-Range', `bytes */${size}`);
      ctx.response = { status: 416, headers, body: undefined };
      return;
    }
    const { from, to } = range ?? { from: 0, to: size };
    headers.push('ETag', tag, ...describe(file), 'Content-Length', String(to - from));
    if (range !== undefined) headers.push('Content-Range', `bytes ${from}-${to - 1}/${size}`);
    for (const text of op.code.responses[0]!.headers(ctx, {} as never)) headers.push(text);
    const stream = streamContent(content, from, to, platform);
    ctx.response = { status: range === undefined ? response!.status : 206, headers, body: undefined, stream };
  };
  return async (ctx) => {
    const record = ctx.before ?? (ctx.row && op.resource!.toRecord(ctx.row));
    const file = record?.[field];
    if (!isStoredFile(file)) return missing;
    const content = await op.files!.store.find(file.hash);
    if (content === undefined)
      throw new Error(`the content of ${operation.resource}.${field} is not in the store of files`);
    show(ctx, file, content);
    return undefined;
  };
}

/** Whether the range is asked of the content as it is: a date is not a strong validator, so it never holds. */
function holdsIfRange(header: string | undefined, tag: string): boolean {
  return header === undefined || header.trim() === tag;
}
