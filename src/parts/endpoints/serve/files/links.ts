import type { SignLink } from '../../../../contracts/links.ts';
import type { OperationContext } from '../../../../contracts/operation-context.ts';
import type { Row } from '../../../../contracts/record.ts';
import type { RequestContext } from '../../../../contracts/request-context.ts';
import { getReturnedContent } from '../../../../plan/files/file-bodies.ts';
import { parseSignature, signatureParameter } from '../../../../plan/files/signed-links.ts';
import { isStoredFile } from '../../../../plan/files/stored-file.ts';
import type { OperationPlan } from '../../../../plan/operation.ts';
import type { Plan } from '../../../../plan/plan.ts';
import { formatPath } from '../../../../plan/records/paths.ts';
import { decodeBase64url, toBase64url } from '../lists/cursor.ts';
import { openFileTags } from './tag.ts';

/** Signs links to contents, and reads their signatures. */
export interface FileLinks {
  readonly sign: SignLink;
  /** Returns the entity tag of the content to which a link at a path leads; undefined if it is not signed, or its time is over. */
  read(path: string, signature: string): string | undefined;
}

type Dependencies = Pick<OperationContext, 'platform' | 'store'>;

const known = new WeakMap<object, FileLinks>();
/** The characters of the second at which a link ends, of its MAC, and of the entity tag between them. */
const [endLength, macLength] = [8, 22];

/**
 * Returns the links of a store, signed by a secret in it. The signature is bound to the method, the path with its record, the time and the
 * entity tag of the content. The secret is read when the service is opened, never while it serves.
 */
export function openFileLinks({ platform, store }: Dependencies): FileLinks {
  const found = known.get(store);
  if (found !== undefined) return found;
  const secret = store.secret('file links');
  const formatTag = openFileTags({ platform, store });
  const mac = (path: string, end: string, tag: string): Uint8Array =>
    platform.hmac(secret, `GET ${path}\n${end}\n${tag}`).subarray(0, 16);
  const made: FileLinks = {
    sign(path, hash, milliseconds) {
      const end = Math.floor((platform.now() + milliseconds) / 1000)
        .toString(36)
        .padStart(endLength, '0');
      const tag = formatTag(hash).slice(1, -1);
      return `${end}${tag}${toBase64url(mac(path, end, tag))}`;
    },
    read(path, signature) {
      const [end, tag, sent] = [
        signature.slice(0, endLength),
        signature.slice(endLength, -macLength),
        signature.slice(-macLength),
      ];
      const bytes = decodeBase64url(sent);
      const due = mac(path, end, tag);
      if (bytes === undefined || bytes.length !== due.length || !platform.equal(bytes, due)) return undefined;
      return Number.parseInt(end, 36) * 1000 > platform.now() ? `"${tag}"` : undefined;
    },
  };
  known.set(store, made);
  return made;
}

/** Opens the links of a plan whose operations serve some, also in older versions; undefined of others. */
export function openPlanFileLinks({ operations, versioning }: Plan, deps: Dependencies): FileLinks | undefined {
  const isSigned = ({ signed }: Pick<OperationPlan, 'signed'>): boolean => signed !== undefined;
  const isNeeded =
    operations.some(isSigned) || (versioning.older ?? []).some(({ interface: of }) => of.operations.some(isSigned));
  return isNeeded ? openFileLinks(deps) : undefined;
}

/**
 * Creates the reader of the signatures of an operation's links: it sets `ctx.linked` for a link that is signed. Returns false for one that is
 * not; undefined for a request without a signature. Undefined for an operation without links.
 */
export function createLinkReader(op: OperationContext): ((ctx: RequestContext) => boolean | undefined) | undefined {
  const operation = op.transform?.older ?? op.operation;
  if (operation.signed === undefined) return undefined;
  const links = openFileLinks(op);
  return (ctx) => {
    const { query } = ctx.incoming;
    const sent = query === '' ? [] : new URLSearchParams(query).getAll(signatureParameter);
    if (sent.length === 0) return undefined;
    const { signature } = parseSignature(sent[0]!);
    const tag = sent.length === 1 ? links.read(formatPath(operation, ctx.pathValues), signature) : undefined;
    ctx.linked = tag;
    return tag !== undefined;
  };
}

/** Creates the test that the content of a record is the one to which the link of the request leads. */
export function createLinkTest(op: OperationContext): (ctx: RequestContext, row: Row) => boolean {
  const field = op.operation.signed === undefined ? undefined : getReturnedContent(op.operation)?.field;
  if (field === undefined) return () => true;
  const formatTag = openFileTags(op);
  return ({ linked }, row) => {
    if (linked === undefined) return true;
    const file = op.resource!.toRecord(row)[field];
    return isStoredFile(file) && formatTag(file.hash) === linked;
  };
}
