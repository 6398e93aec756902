import { logistics } from '#contract/areas/partners/logistics.ts';
import { changeStatus } from '#server/kit/status.ts';
import { add, contextOf, type SeedStep } from './context.ts';

/** Who carries goods for the demo company: parcel services, freight, its own lorries; one is out of use. */
export async function seedCarriers(step: SeedStep): Promise<void> {
  const ids: number[] = [];
  for (const [code, name, type, contact, query_url] of carriers) {
    const mobile = `1380003${String(ids.length + 1).padStart(4, '0')}`;
    ids.push(await add(step, logistics, { input: { code, name, type, contact, mobile, query_url } }));
  }
  await changeStatus(contextOf(step), { definition: logistics, ids: ids.slice(-1), status: 0, hooks: {} });
}

const carriers: readonly (readonly [code: string, name: string, type: number, contact: string, url: string | null])[] =
  [
    ['JDSY', '捷达速运', 1, '柳青', 'https://express.example.com/jdsy'],
    ['YTKD', '云途快递', 1, '崔云', 'https://express.example.com/ytkd'],
    ['QFKY', '青峰快运', 1, '白峰', 'https://express.example.com/qfky'],
    ['YHWL', '远航物流', 2, '丁远', 'https://freight.example.com/yhwl'],
    ['HTZX', '华通专线', 2, '石磊', null],
    ['ZLHCD', '折乐惠车队', 3, '周建国', null],
    ['LMHY', '老马货运', 2, '马胜', null],
  ];
