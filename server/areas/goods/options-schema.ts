import { z } from 'zod';
import { limits } from '#contract/kit/limits.ts';

/** What every picker asks its options call. */
export const optionsSchema = z.strictObject({
  keyword: z.string().trim().max(limits.name).optional(),
  ids: z.array(z.int().min(1)).max(limits.pastedEntries).optional(),
  page_size: z.int().min(1).max(limits.pageSizeMost).optional(),
});

export interface OptionsAsked {
  keyword?: string | undefined;
  ids?: number[] | undefined;
  page_size?: number | undefined;
}
