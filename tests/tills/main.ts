import { sku } from '#contract/areas/goods/sku.ts';
import { orderCalls } from '#contract/areas/orders/order-calls.ts';
import type { PushedOrder } from '#contract/areas/orders/order-push.ts';
import { shop } from '#contract/areas/partners/shop.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { dayOfTills, type Shelf, type Telling } from './day.ts';
import { openOffice } from './office.ts';

/**
 * `TILLS_PASSWORD=… npm run tills -- [--url http://127.0.0.1:8080] [--user super] [--tills 200] [--receipts 60] [--clients 16] [--seed 1]`: tills tell a
 * running server of the day before, some late and some of it twice, each as often as it takes to be answered. Says at the end what was taken and
 * refused, and how fast; exit code 1 where a receipt has no answer or two orders.
 */
const office = await openOffice(option('url', 'http://127.0.0.1:8080'), {
  username: option('user', 'super'),
  password: process.env.TILLS_PASSWORD ?? '',
});
const tellings = dayOfTills({
  shelves: await shelvesOf(),
  tills: Number(option('tills', '200')),
  receipts: Number(option('receipts', '60')),
  seed: Number(option('seed', '1')),
  now: new Date(),
});
const keyOf = ({ shop_no, source_order_no }: PushedOrder): string => `${shop_no} ${source_order_no}`;
const wanted = new Set(tellings.map(({ receipt }) => keyOf(receipt)));
const orders = new Map<string, Set<number>>();
const refused = new Map<string, string>();
let tries = 0;

say(`${tellings.length} pushes of ${wanted.size} receipts`);
const started = performance.now();
const queue = tellings.values();
await Promise.all(Array.from({ length: Number(option('clients', '16')) }, client));
const seconds = (performance.now() - started) / 1000;

say(
  `${orders.size} taken, ${refused.size} refused, ${tries - tellings.length} tries besides; ${(tellings.length / seconds).toFixed(1)} pushes/s`,
);
for (const [words, count] of counted(refused.values())) say(`  ${count} × ${words}`);
const lost = [...wanted].filter((key) => !orders.has(key) && !refused.has(key)).length;
const doubled = [...orders.values()].filter(({ size }) => size > 1).length;
if (lost + doubled > 0) say(`${lost} receipts have no answer, ${doubled} have two orders`);
process.exitCode = lost + doubled > 0 ? 1 : 0;

/** Sends one after the other until none is left. */
async function client(): Promise<void> {
  for (const telling of queue) await tell(telling);
}

/** Says it until somebody answers: what passes is waited for. */
async function tell({ receipt }: Telling): Promise<void> {
  const opId = crypto.randomUUID();
  for (let wait = 100; ; wait = Math.min(wait * 2, 5000)) {
    tries += 1;
    const sent = await office.ask(orderCalls.push, receipt, opId);
    const key = keyOf(receipt);
    if (sent.ok) orders.set(key, new Set([...(orders.get(key) ?? []), sent.result.id]));
    else if (!sent.passes) refused.set(key, sent.msg);
    if (sent.ok || !sent.passes) return;
    await new Promise((go) => setTimeout(go, wait));
  }
}

/** What every shop of the company may sell, at half its tag. */
async function shelvesOf(): Promise<Shelf[]> {
  const most = { page: 1, page_size: 500 };
  const { list: shops } = await office.read(callsOf(shop).list, most);
  const { list: goods } = await office.read(callsOf(sku).list, most);
  const sold = goods.map(({ sku_no, tag_price }) => ({
    sku_no: String(sku_no),
    price: Math.max(100, Math.floor(Number(tag_price) / 200) * 100),
  }));
  if (shops.length === 0 || sold.length === 0) throw new Error('the company has no shops or no goods');
  return shops.map(({ shop_no }) => ({ shop_no: String(shop_no), goods: sold }));
}

function counted(words: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of words) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

function option(name: string, initial: string): string {
  const place = process.argv.indexOf(`--${name}`);
  return place < 0 ? initial : (process.argv[place + 1] ?? initial);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
