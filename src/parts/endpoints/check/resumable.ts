import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { showsIssued } from '../../../plan/bodies/credential.ts';
import { listFileMembers } from '../../../plan/files/file-bodies.ts';
import { fileMetadata, uploadParameter } from '../../../plan/files/resumable.ts';
import type { InputShape } from '../../../plan/shape.ts';
import { isNotShown } from '../../not-shown.ts';
import type { About } from '../about.ts';
import { diagnostics } from '../diagnostics.ts';
import type { OperationModel } from '../model.ts';
import { resolveParameter } from '../resolve/parameter.ts';
import { resolveRequest, resolveResponse } from '../resolve/shapes.ts';

const longest = 30 * 86_400_000;

/** Asks whether an operation with the line Resumable uploads can take them. */
export function checkResumable(about: About, report: (diagnostic: Diagnostic) => void): void {
  const { resumable, name } = about.operation;
  if (resumable === undefined) return;
  const why = explainNoUploads(about, resumable.value);
  if (why !== undefined) report(diagnostics['resumable-uploads-place'](resumable.span, name.text, why));
}

function explainNoUploads(about: About, milliseconds: number): string | undefined {
  const { service, operation, member, creation } = about;
  const { shape } = resolveRequest(about);
  const files = listFileMembers(shape);
  // A Request that cannot be read has a diagnostic of its own.
  if (shape === undefined && operation.request !== undefined && member.request === 'shape') return undefined;
  if (!takes.has(member.name)) return 'it is not a `create`, `update`, `replace` or transition';
  if (creation !== undefined) return 'it also creates records';
  if (files.length !== 1) return files.length === 0 ? 'its Request has no file' : 'its Request has several files';
  const secret = (operation.present ?? operation.presentCode)?.value ?? findSecret(about, shape!);
  if (secret !== undefined) return `its request contains the secret \`${secret}\``;
  const responses = isNotShown(operation.responses) ? [] : operation.responses;
  if (responses.some((response) => showsIssued(resolveResponse(about, response).shape)))
    return 'its response, which is stored, shows a credential';
  const named = listNames(shape!).find((name) => fileMetadata.includes(name));
  if (named !== undefined) return `\`${named}\` in \`Upload-Metadata\` is that of the file`;
  if (operation.parameters.some((parameter) => parameter.in === 'query' && parameter.name.value === uploadParameter))
    return `it has a parameter \`${uploadParameter}\` of its own`;
  const first = service.endpoints.operations.find(
    (other) => other.resumable !== undefined && formatForm(other) === formatForm(operation),
  );
  if (first !== undefined && first !== operation) return `\`${first.name.text}\` takes those to its path`;
  return milliseconds > longest ? 'they would end after more than 30 days' : undefined;
}

const takes: ReadonlySet<string> = new Set(['create', 'update', 'replace', 'transition']);
const isSecret = /"format":\{"name":"(?:password|secret|token)"/;

/** Returns the first member or parameter of a request that is a secret: what an upload stores until it is complete must not be one. */
function findSecret(about: About, shape: InputShape): string | undefined {
  if (shape.kind !== 'object') return undefined;
  const member = shape.members.find(({ shape: inner }) => isSecret.test(JSON.stringify(inner)));
  if (member !== undefined) return member.name;
  return about.operation.parameters.find((parameter) =>
    isSecret.test(JSON.stringify(resolveParameter(about, parameter).plan?.schema ?? null)),
  )?.name.value;
}

function listNames(shape: InputShape): readonly string[] {
  return shape.kind === 'object' && shape.isContent !== true ? shape.members.map(({ name }) => name) : [];
}

/** A path without the names of its placeholders. */
function formatForm({ path }: OperationModel): string | undefined {
  return path?.segments.map((segment) => (segment.kind === 'fixed' ? segment.text : '{}')).join('/');
}
