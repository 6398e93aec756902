import type { SeedStep } from './context.ts';
export async function seedReplenishment(_step: SeedStep): Promise<void> {}
