/** What deleting a record does to the records that refer to it: the words behind `on delete`. */
export const onDeleteWords = ['restrict', 'cascade', 'clear'] as const;
