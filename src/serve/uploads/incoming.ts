import type { Incoming } from '../../contracts/request-context.ts';
import { decodeFormValue } from '../../parts/endpoints/serve/bodies/form.ts';
import { uploadParameter } from '../../plan/files/resumable.ts';
import type { OperationPlan } from '../../plan/operation.ts';

/** The request that began an upload, without its path: what its operation sees of it when the content is complete. */
export interface BegunRequest {
  readonly query: string;
  /** The headers that decide what the operation does, by lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** All fields but the file. */
  readonly fields: readonly (readonly [name: string, text: string])[];
  /** The name and type that the client states for the file. */
  readonly name: string;
  readonly type: string;
  /** The header `Upload-Metadata` as it was sent. */
  readonly metadata: string;
}

/** The headers that belong to the request that began an upload; all others, such as credentials, to the one at hand. */
export function listBegunHeaders({ parameters }: Pick<OperationPlan, 'parameters'>): readonly string[] {
  const stated = parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name.toLowerCase());
  return [...new Set(['accept', 'if-match', 'if-none-match', ...stated])];
}

/** A request of an upload, as the request of the operation that the upload is for. */
export class UploadIncoming implements Incoming {
  /** The request of the client. */
  readonly sent: Incoming;
  /** The method of the client: of a POST that of the header `X-HTTP-Method-Override`, if it has one. */
  readonly tusMethod: string;
  /** The token in the address of the upload. */
  readonly token: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly peer: string;
  readonly hasBody = false;
  readonly #names: ReadonlySet<string>;
  #query: string;
  #begun: BegunRequest | undefined;

  constructor(sent: Incoming, operation: OperationPlan) {
    this.sent = sent;
    this.tusMethod = (sent.method === 'POST' && sent.header('x-http-method-override')) || sent.method;
    this.method = operation.method;
    this.path = sent.path;
    this.peer = sent.peer;
    this.#names = new Set(listBegunHeaders(operation));
    const parts = sent.query.split('&').filter((part) => part !== '');
    const isToken = (part: string): boolean => part.startsWith(`${uploadParameter}=`);
    this.token = parts.find(isToken)?.slice(uploadParameter.length + 1);
    this.#query = parts.filter((part) => !isToken(part)).join('&');
  }

  get query(): string {
    return this.#query;
  }

  /** Returns the query of this request without parameters of these names: an upload stores no credential. */
  readQuery(without: ReadonlySet<string>): string {
    const isStored = (part: string): boolean => !without.has(decodeFormValue(part.split('=')[0]!) ?? '');
    return this.#query.split('&').filter(isStored).join('&');
  }

  /** Continues as the request that began the upload. */
  continueAs(begun: BegunRequest): void {
    this.#begun = begun;
    this.#query = begun.query;
  }

  /** Returns the headers of this request that belong to the one that begins an upload. */
  readHeaders(): Readonly<Record<string, string>> {
    const found = [...this.#names].flatMap((name) => {
      const value = this.sent.header(name);
      return value === undefined ? [] : [[name, value] as const];
    });
    return Object.fromEntries(found);
  }

  header(name: string): string | undefined {
    if (this.#begun === undefined || !this.#names.has(name)) return this.sent.header(name);
    return Object.hasOwn(this.#begun.headers, name) ? this.#begun.headers[name] : undefined;
  }

  headerCount(name: string): number {
    if (this.#begun === undefined || !this.#names.has(name)) return this.sent.headerCount(name);
    return Object.hasOwn(this.#begun.headers, name) ? 1 : 0;
  }

  headerStartsWith(beginning: string): boolean {
    return this.sent.headerStartsWith(beginning);
  }

  body(): 'none' {
    return 'none';
  }
}
