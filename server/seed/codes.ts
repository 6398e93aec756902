import type { SeedStep } from './context.ts';

/** Unique codes of the demo company. */
export async function seedCodes(_step: SeedStep): Promise<void> {}
