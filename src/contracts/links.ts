/** Returns the signature of a link to content at a path, which ends after this many milliseconds. */
export type SignLink = (path: string, hash: string, milliseconds: number) => string;

/** The signer of the links that the code of a plan shows. The service that runs the code sets it when it is opened. */
export interface LinkSigning {
  sign: SignLink | undefined;
}
