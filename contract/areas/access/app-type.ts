import type { Choices } from '../../kit/field.ts';

/** The applications that roles, permissions and menus belong to. There is one; the wire asks for it by name (specification §6). */
export const appTypes = { erp: '零售后台' } as const satisfies Choices;

export type AppType = keyof typeof appTypes;
