import { foldCounts } from '#contract/areas/warehouse/count-fold.ts';
import { viewCounts } from '#src/areas/handheld/stocktaking/count-view.ts';
import type { ScanRow } from '#src/areas/handheld/stocktaking/scan.ts';
import { openJournal } from '#src/local/databases.ts';
import { isFull } from '#src/local/not-saved.ts';
import { scansIn } from './scans.ts';
import type { Outcome } from './simulation.ts';
import type { Tablet } from './tablet.ts';

/** What the promise says, checked after peace (reference reliability §8); each line is one broken promise. */
export async function judge(outcome: Outcome): Promise<string[]> {
  const broken: string[] = [];
  if (outcome.drainedIn === null) broken.push('T: not everything was sent within 120 s of peace');
  for (const tablet of outcome.tablets) {
    if (tablet.mostAtOnce > 1 && !tablet.excused)
      broken.push(`P: ${tablet.name} had ${tablet.mostAtOnce} requests on their way at once`);
    for (const page of tablet.pages)
      for (const problem of page.problems.filter((found) => !isFull(found)))
        broken.push(`X: ${tablet.name} reported ${String((problem as Error)?.stack ?? problem)}`);
    const { rows, device } = await journalOf(tablet);
    broken.push(...judgeTablet(outcome, { tablet, rows, device }));
  }
  const devices = new Map(
    await Promise.all(outcome.tablets.map(async (tablet) => [tablet.name, await journalOf(tablet)] as const)),
  );
  const known = new Set([...devices.values()].flatMap(({ rows }) => rows.map((row) => row.op_id)));
  const seen = new Set<string>();
  for (const { op_id } of outcome.server.counted) {
    if (seen.has(op_id)) broken.push(`D: ${op_id} was taken twice`);
    if (!known.has(op_id)) broken.push(`D: ${op_id} was taken but never scanned`);
    seen.add(op_id);
  }
  return broken;
}

function judgeTablet(
  outcome: Outcome,
  { tablet, rows, device }: { tablet: Tablet; rows: ScanRow[]; device: string },
): string[] {
  const broken: string[] = [];
  const taken = new Map(outcome.server.counted.map((count) => [count.op_id, count]));
  const marks = new Map(rows.map((row) => [row.kind === 'void' ? row.op_id : row.barcode, row]));
  for (const action of outcome.actions) {
    if (action.tablet !== tablet.name || !action.shown) continue;
    const row = marks.get(action.mark) ?? marks.get(action.opId);
    const count = row && taken.get(row.op_id);
    if (!row) broken.push(`L: ${action.mark} was shown and is not on the tablet`);
    else if (!count) broken.push(`L: ${action.mark} was shown and never arrived (${row.state})`);
    else if (count.uid !== action.uid)
      broken.push(`W: ${action.mark} of ${action.uid} was taken under the name of ${count.uid}`);
    else if (count.outcome !== row.outcome)
      broken.push(`A: ${action.mark} is ${row.outcome} here and ${count.outcome} there`);
  }
  for (const row of rows) {
    if (row.state === 'attention' && row.outcome === 'refused' && !row.msg)
      broken.push(`R: ${row.barcode} is refused without a reason`);
  }
  const lanes = new Set(rows.map((row) => `${row.uid}/${row.sheet_id}`));
  for (const lane of lanes) {
    const [uid = 0, sheet = 0] = lane.split('/').map(Number);
    const here = rows.filter((row) => row.uid === uid && row.sheet_id === sheet);
    const there = outcome.server.counted.filter(
      (count) => count.device === device && count.uid === uid && count.sheet === sheet,
    );
    const order = new Map(here.map((row, index) => [row.op_id, index]));
    const places = there.map((count) => order.get(count.op_id) ?? -1);
    if (places.some((place, index) => index > 0 && place < (places[index - 1] ?? 0)))
      broken.push(`O: lane ${lane} of ${tablet.name} arrived out of order`);
    const figures = (list: Map<string, { qty: number }>) =>
      JSON.stringify([...list].map(([key, figure]) => `${key}=${figure.qty}`).sort((a, b) => a.localeCompare(b)));
    const shown = viewCounts(here, { stream: undefined, sending: new Set(), lastMost: 0 }).figures;
    const goods = (text: string) => (text.startsWith('sku') ? Number(text.split('#')[0]?.slice(4)) : text);
    const real = foldCounts(
      there
        .filter((count) => count.outcome === 'accepted' || count.outcome === 'unknown')
        .map(({ entry }) => ({ ...entry, counter: uid, goods: goods(entry.barcode) })),
    );
    if (figures(shown) !== figures(real))
      broken.push(`M: lane ${lane} of ${tablet.name} shows other figures than the server has`);
    const said = outcome.server.reports.get(`${device}/${uid}/${sheet}`);
    if (!said || said.some((zone) => zone.unsent > 0))
      broken.push(`B: the server was not told that lane ${lane} of ${tablet.name} is empty`);
  }
  return broken;
}

async function journalOf(tablet: Tablet): Promise<{ rows: ScanRow[]; device: string }> {
  const page = tablet.pages[0];
  if (!page) return { rows: [], device: '' };
  const db = openJournal(page.world());
  const rows = await scansIn(db);
  const meta = await db.meta.get('device');
  db.close();
  return { rows, device: meta?.key === 'device' ? meta.id : '' };
}
