/** The effect of a finding on clients: `compatible` accepts what the older document rejects. */
export type WitnessClass = 'exposes' | 'breaking' | 'compatible';

/** Requests by which the service of the newer document contradicts a row of the older one. */
export interface Witness {
  readonly class: WitnessClass;
  /** The line of the older document. */
  readonly line: number;
  readonly check: string;
  readonly expected: string;
  readonly got: string;
  /** Lines of a shell that bring it about. */
  readonly reproduction: readonly string[];
}

/** The proof of the newer service by the checks of the older document. */
export interface Proof {
  /** The version that requests name; left out: the older document names none, or the newer one does not serve it. */
  readonly version?: string;
  readonly rows: number;
  readonly proven: number;
  readonly checks: number;
  readonly requests: number;
  /** Whether each check was tried before the time was over. */
  readonly isComplete: boolean;
  /** The most important class first. */
  readonly witnesses: readonly Witness[];
}

/** The class of a proof: that of its most important witness. */
export function classifyProof({ witnesses }: Proof): WitnessClass {
  return witnesses[0]?.class ?? 'compatible';
}

/** The result of a proof in sentences. */
export function describeProof(proof: Proof): readonly string[] {
  const { version, rows, proven, checks, requests, isComplete } = proof;
  const found = proof.witnesses.filter((one) => one.class !== 'compatible').length;
  return [
    `${found === 0 ? 'Nothing is violated' : `${count(found, 'violation')}`}: ${proven} of ${count(rows, 'row')} proven (${count(checks, 'check')}, ${count(requests, 'request')}).`,
    ...(version === undefined ? [] : [`Requests name the version ${version}.`]),
    ...(isComplete ? [] : ['The time was over before every check was tried: state a longer --budget.']),
  ];
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
