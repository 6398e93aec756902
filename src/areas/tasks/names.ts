/** The name under which tasks are read, so that one write has all of it read again. */
export const tasks = { name: 'exportTask' } as const;
