/** A message that calls a function of a worker. */
export interface CallMessage {
  readonly id: number;
  readonly name: string;
  readonly values: readonly unknown[];
}

/** The answer to a call: its result, or the message of its error. */
export type AnswerMessage = { readonly id: number } & ({ readonly result: unknown } | { readonly error: string });

/** The functions of a worker by their names. */
export type Functions = Readonly<Record<string, (...values: never[]) => unknown>>;

/** One end of a connection between a page and a worker. */
export interface Port {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
}

/** Answers the calls that arrive at a port, each when its function has returned. */
export function answerCalls(port: Port, functions: Functions): void {
  port.onmessage = ({ data }: { readonly data: CallMessage }) => {
    const { id, name, values } = data;
    const run = async (): Promise<unknown> => functions[name]!(...(values as never[]));
    run().then(
      (result) => port.postMessage({ id, result }),
      (error: unknown) => port.postMessage({ id, error: error instanceof Error ? error.message : String(error) }),
    );
  };
}

/** The functions of a worker as the page calls them: each returns a promise. */
export type Remote<Api> = {
  readonly [Name in keyof Api]: Api[Name] extends (...values: infer Values) => infer Result
    ? (...values: Values) => Promise<Awaited<Result>>
    : never;
};

/** Returns the functions of the worker at a port. A call rejects with the message of its error. */
export function createRemote<Api extends Functions>(port: Port): Remote<Api> {
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  let count = 0;
  port.onmessage = ({ data }: { readonly data: AnswerMessage }) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if ('error' in data) asked?.reject(new Error(data.error));
    else asked?.resolve(data.result);
  };
  const call = (name: string, values: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = ++count;
      waiting.set(id, { resolve, reject });
      port.postMessage({ id, name, values } satisfies CallMessage);
    });
  return new Proxy({} as Remote<Api>, {
    // a value with `then` would be taken for a promise
    get: (_, name) => (name === 'then' ? undefined : (...values: unknown[]) => call(String(name), values)),
  });
}
