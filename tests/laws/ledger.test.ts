import { describe, expect, it } from 'vitest';
import { order } from '#contract/areas/orders/order.ts';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { definitions } from '#contract/definitions.ts';
import { isDocument } from '#contract/kit/definition.ts';
import { historySteps } from '#contract/kit/transition.ts';
import { documentLaws } from '#server/ledger/document-laws.ts';
import { invariants } from '#server/ledger/invariants.ts';
import { brokenLedger } from './ledger.ts';
import { readCode, readTree } from './source.ts';

const code = readCode();
const documents = definitions.filter(isDocument);

describe('the ledger', () => {
  it('is written by documents whose definitions say so, and knows none of them', () => {
    expect(brokenLedger(code, definitions)).toEqual([]);
  });

  it('asks every posting document by its laws', () => {
    const asked = (law: string) => invariants().find(({ name }) => name.startsWith(law))?.query ?? '';
    const posting = documents.filter((one) => one.ledger);
    expect(posting.map(({ name }) => name).toSorted()).toEqual([
      'allot',
      'backOrder',
      'giftReserve',
      'imperfectRecord',
      'inWareBatch',
      'manualLock',
      'order',
      'orderService',
      'stockAdjustment',
      'stocktaking',
    ]);
    for (const { name, ledger } of posting) {
      expect(asked('k06').includes(`'${name}'`)).toBe(ledger?.posted !== undefined);
      expect(asked('k08')).toContain(`'${name}'`);
    }
    for (const { name, transitions } of documents) {
      const steps = Object.values(transitions);
      expect(asked('i59').includes(`'${name}'`)).toBe(steps.length > 0);
      expect(asked('k26').includes(`'${name}'`)).toBe(historySteps({ transitions }).approvals.length > 0);
    }
  });

  it('is told of parts by documents that there are', () => {
    const parts = readTree(['server/ledger/invariants/parts'], /\.sql$/).map(({ path }) => path.split('/').at(-1));
    const files = documents.map(({ name }) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.sql`);
    expect(parts.filter((file) => !files.includes(file ?? ''))).toEqual([]);
  });
});

describe('the check itself', () => {
  const definition = {
    path: 'contract/areas/warehouse/stock-adjustment.ts',
    text: `export const stockAdjustment = document('stockAdjustment', {});`,
  };
  const posts = `import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { postStock } from '#server/ledger/post-stock.ts';
export const post = () => postStock(stockAdjustment.name);`;
  const locks = posts.replaceAll('post-stock', 'lock-stock').replaceAll('postStock', 'lockStock');
  const silent = { ...stockAdjustment, ledger: undefined } as never;
  const { holds: _holds, ...postsOnly } = stockAdjustment.ledger ?? { posted: [] };
  const { posted: _posted, ...holdsOnly } = stockAdjustment.ledger ?? { holds: [] };

  it.each([
    ['a posting that no definition knows of', posts, silent, 'posts for stockAdjustment'],
    ['a lock that no definition knows of', locks, silent, 'holds stock for stockAdjustment'],
    ['a posting of what only holds', posts, { ...stockAdjustment, ledger: holdsOnly }, 'posts for stockAdjustment'],
    ['a lock of what only posts', locks, { ...stockAdjustment, ledger: postsOnly }, 'holds stock for stockAdjustment'],
    ['a posting for nobody', posts.split('\n').slice(1).join('\n'), stockAdjustment, 'no document that it names'],
    ['a definition whose document never posts', '', stockAdjustment, 'stockAdjustment says that it posts'],
    ['a definition whose document never locks', posts, stockAdjustment, 'stockAdjustment says that it holds stock'],
    ['a quantity written past the ledger', `sql\`update stock_balance set on_hand = 1\`;`, order, 'past the ledger'],
  ])('finds %s', (_name, text, one, words) => {
    const file = { path: 'server/areas/warehouse/a.ts', text };
    expect(brokenLedger([definition, file], [one]).join('\n')).toContain(words);
  });

  it('finds the ledger knowing an area', () => {
    const file = { path: 'server/ledger/a.ts', text: `export const a = 'select 1 from stocktaking';` };
    expect(brokenLedger([file], [])).toEqual([expect.stringContaining('knows an area')]);
  });

  it('lets a type of the ledger pass', () => {
    const text = `import type { Leg } from '#server/ledger/posting.ts';\nexport const a = (leg: Leg) => leg;`;
    expect(brokenLedger([{ path: 'server/areas/warehouse/a.ts', text }], [])).toEqual([]);
  });
});

describe('the laws made of definitions', () => {
  it('ask a document that is added from its first day', () => {
    const added = { ...stockAdjustment, name: 'scrapOrder', ledger: { posted: [9], holds: [8] } };
    const laws = new Map(documentLaws([added]).map(({ name, query }) => [name.slice(0, 3), query]));
    expect(laws.get('i59')).toContain('"scrap_order"');
    expect(laws.get('k06')).toContain('status in (9)');
    expect(laws.get('k08')).toContain('status in (8)');
    expect(laws.get('k26')).toContain(`'scrapOrder'`);
  });
});
