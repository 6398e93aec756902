/** Under which name configuration is read and written. */
export const config = { name: 'config' } as const;
