import { sql } from 'kysely';
import { spuDraft } from '#contract/areas/drafts/spu-draft.ts';
import { add, type SeedStep } from './context.ts';

/** Three drafts (domain.md §13.6): one that is whole, one without a price, one with a colour that there is not yet. */
export async function seedDrafts(step: SeedStep): Promise<void> {
  const { rows } = await sql<{ category_id: number; brand_id: number; unit_id: number; size_type_id: number }>`
    select s.category_id, s.brand_id, s.unit_id, s.size_type_id from spu s join size_type t on t.id = s.size_type_id
    where s.status = 1 and t.code <> 'FREE' order by s.spu_no limit 3`.execute(step.tx);
  const [whole, unpriced, strange] = rows;
  const plans = [
    {
      ...whole,
      style_no: 'HM26801',
      name: '落肩重磅圆领T恤',
      tag_price: 19_900,
      colors: ['黑', '米白'],
      season_name: '夏',
    },
    { ...unpriced, style_no: 'HM26802', name: '薄款连帽防晒衣', colors: ['灰'], season_name: '夏' },
    { ...strange, style_no: 'HM26803', name: '水洗直筒牛仔裤', tag_price: 29_900, colors: ['牛仔蓝', '做旧蓝'] },
  ];
  for (const input of plans) await add(step, spuDraft, { input });
}
