/** The words of the column Kind. */
export const stateKinds = ['initial', 'final', 'gone'] as const;
