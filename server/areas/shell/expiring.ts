import type { RawBuilder } from 'kysely';
import { z } from 'zod';
import {
  type ExpiringRequest,
  expiringCall,
  expiringExportCall,
  expiringFileName,
} from '#contract/areas/shell/expiring.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { limits } from '#contract/kit/limits.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { csvLine } from '#server/kit/csv-file.ts';
import { listFile } from '#server/kit/list-file.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { type Expiring, expiringRows } from './expiring-rows.ts';

/** Serves the goods that expire soon: the list behind the top bar's count, and the same as a file (domain.md §9.3). */
export function serveExpiring({ registry }: Kit): void {
  registry.read(expiringCall, z.strictObject(asked), async (context, { page = 1, page_size, ...input }) => {
    const size = page_size ?? limits.pageSize;
    const { rows } = await within(context, input, { limit: size, offset: (page - 1) * size }).execute(context.db);
    // Behind the last page no row brings the total along.
    const [first] =
      rows.length > 0 || page === 1
        ? rows
        : (await within(context, input, { limit: 1, offset: 0 }).execute(context.db)).rows;
    return { list: rows.map(({ total: _total, ...row }) => row), total: first?.total ?? 0 };
  });
  registry.read(
    expiringExportCall,
    z.strictObject({ ...asked, export: z.int().min(1).max(9) }),
    async (context, { page: _page, page_size: _size, ...input }) => {
      return await listFile(context, {
        name: input.fileName || expiringFileName,
        label: expiringFileName,
        asked: input,
        heading: csvLine(heads),
        line: (row) => csvLine([row.spu_name, row.expire_at, row.sku_no, row.warehouse_name, row.qty]),
        select: within(context, input, { limit: limits.exportRows + 1, offset: 0 }),
        field: 'expire_day',
      });
    },
  );
}

const heads = ['商品名称', '到期日期', 'SKU编码', '仓库', '数量'];

const days = z.int().min(0).max(3650);

const asked = {
  expire_day: z.union([days, z.array(days).min(1).max(100)]),
  fileName: z.string().trim().max(limits.name).optional(),
  op: z.literal(2),
  page: z.int().min(1).max(1_000_000).optional(),
  page_size: z.int().min(1).max(limits.pageSizeMost).optional(),
};

function within(
  { actor, now }: ReadContext,
  { expire_day }: Pick<ExpiringRequest, 'expire_day'>,
  cut: { limit: number; offset: number },
): RawBuilder<Expiring> {
  const most = Math.max(...[expire_day].flat());
  return expiringRows({ actor, until: businessDay(new Date(now.getTime() + most * day)), ...cut });
}

const day = 86_400_000;
