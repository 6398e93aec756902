/** Of which application menu and permissions are asked (specification §3, §6). */
export const menuInput = { app_type: 'erp' } as const;
