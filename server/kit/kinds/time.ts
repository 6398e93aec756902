import type { Storage } from '../storage.ts';
import { between } from './conditions.ts';

export const dateStorage: Storage = { column: () => 'date', where: between };
export const timeStorage: Storage = { column: () => 'timestamptz', where: between };
