/** What came back to a client. */
export interface Got {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: clients look into answers of many shapes
  readonly json: any;
}

/** Asks a service; a body is sent as JSON. */
export type Ask = (line: string, body?: unknown, headers?: Record<string, string>) => Promise<Got>;

/** A client of the older document: whether it gets what it relies on. */
export type Client = (ask: Ask) => Promise<boolean>;

/** Makes an invoice. */
export const made =
  (body: unknown): Client =>
  async (ask) =>
    (await ask('POST /invoices', body)).status === 201;

/** Makes an invoice, and asks something with its identity. */
export const after =
  (
    body: unknown,
    line: string,
    fits: (got: Got) => boolean,
    sent?: unknown,
    headers?: Record<string, string>,
  ): Client =>
  async (ask) => {
    const { json } = await ask('POST /invoices', body);
    return fits(await ask(line.replace('{id}', json.id), sent, headers));
  };

/** Whether an answer has a status. */
export const is =
  (status: number): ((got: Got) => boolean) =>
  (got) =>
    got.status === status;
