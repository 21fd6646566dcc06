/** The words of the column Kind. */
export const stateKinds = ['initial', 'final', 'gone'] as const;

/** What may stand in a cell of a field in a state. */
export const presenceWords = ['editable', 'fixed', 'required', 'absent'] as const;
