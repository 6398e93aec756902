import type { SheetDownload } from '#contract/areas/warehouse/count-entry.ts';
import { type NewEntry, stocktakingOf } from '#src/areas/handheld/stocktaking/stocktaking.ts';
import { type Chance, createChance } from './chance.ts';
import { calm, drawWeather, Network } from './network.ts';
import { sheetStream } from './scans.ts';
import { type ServerFaults, ServerModel } from './server-model.ts';
import { type Page, Tablet, type TabletFaults } from './tablet.ts';
import { VirtualClock } from './virtual-clock.ts';

/** One thing a person did, as the simulation itself remembers it, outside the code under test. */
export interface TortureAction {
  tablet: string;
  uid: number;
  sheet: number;
  /** Tells actions apart without an op id: the scanned text, or which entry was taken back. */
  mark: string;
  shown: boolean;
  opId: string;
}

/** Everything that the judge looks at after a run. */
export interface Outcome {
  actions: TortureAction[];
  tablets: Tablet[];
  server: ServerModel;
  /** Virtual milliseconds from the end of all faults to empty outboxes; null when they did not become empty. */
  drainedIn: number | null;
}

/** Runs one seed: people count under all kinds of trouble, then the trouble ends and everything is sent. */
export async function simulate(
  seed: number,
  faults: { tablet?: TabletFaults; server?: ServerFaults } = {},
): Promise<Outcome> {
  const chance = createChance(seed);
  const clock = new VirtualClock();
  const server = new ServerModel(faults.server);
  const network = new Network({ clock, chance, server });
  const parts = { clock, chance, network, faults: faults.tablet ?? {} };
  const tablets = Array.from({ length: 3 }, (_, index) => new Tablet(`tablet-${index + 1}`, parts));
  const run = new Run({ chance, clock, server, network, tablets });
  await run.people();
  await run.trouble();
  const drainedIn = await run.peace();
  return { actions: run.actions, tablets, server, drainedIn };
}

const sheets = [1, 2];
const people = [11, 12];
const scansEach = 15;
const duration = 20 * 60_000;

class Run {
  readonly actions: TortureAction[] = [];
  private readonly tokens = new Map<string, { uid: number; token: string }>();
  private readonly chance: Chance;
  private readonly clock: VirtualClock;
  private readonly server: ServerModel;
  private readonly network: Network;
  private readonly tablets: Tablet[];

  constructor(parts: {
    chance: Chance;
    clock: VirtualClock;
    server: ServerModel;
    network: Network;
    tablets: Tablet[];
  }) {
    this.chance = parts.chance;
    this.clock = parts.clock;
    this.server = parts.server;
    this.network = parts.network;
    this.tablets = parts.tablets;
  }

  /** Everybody opens the product, signs in and downloads. */
  async people(): Promise<void> {
    for (const tablet of this.tablets) {
      const page = await this.settledOpen(tablet);
      for (const uid of people) {
        for (const id of sheets)
          await this.settle(stocktakingOf(page.local).sheets.save({ uid, sheet: sheet(id), zones: ['A'] }));
      }
      this.signIn(tablet, this.chance.pick(people));
      if (this.chance.hits(0.4)) await this.settledOpen(tablet);
      await this.settle();
    }
  }

  async trouble(): Promise<void> {
    this.network.weather = drawWeather(this.chance);
    for (const tablet of this.tablets) {
      for (let number = 0; number < scansEach; number += 1) this.plan(() => this.scan(tablet, number));
      for (const event of this.eventsOf(tablet)) this.plan(event);
    }
    if (this.chance.hits(0.3)) this.plan(() => void this.server.closed.add(this.chance.pick(sheets)));
    if (this.chance.hits(0.3))
      this.forAWhile(
        () => this.server.barred.add(11),
        () => this.server.barred.delete(11),
      );
    if (this.chance.hits(0.4)) this.plan(() => this.crashSoon());
    await this.until(this.clock.now + duration + 60_000);
  }

  /** The trouble ends; each person signs in where they have something unsent. */
  async peace(): Promise<number | null> {
    this.network.weather = calm;
    this.network.serverUp = true;
    this.network.afterNextCount = null;
    this.server.barred.clear();
    for (const tablet of this.tablets) {
      tablet.online = true;
      tablet.pages.forEach((page) => {
        page.killIn = null;
        page.storage.full = false;
        page.thaw();
      });
      if (tablet.pages.length === 0) await this.settledOpen(tablet);
    }
    await this.until(this.clock.now + 100_000);
    let spent = 0;
    for (const uid of people) {
      for (const tablet of this.tablets) {
        this.signIn(tablet, uid);
        await this.settle();
        for (const id of sheets) await this.settle(this.pageOf(tablet)?.local.outbox.resume(sheetStream(uid, id)));
      }
      const start = this.clock.now;
      while ((await this.unsent(uid)) > 0 && this.clock.now - start < 120_000) await this.until(this.clock.now + 1_000);
      spent = Math.max(spent, this.clock.now - start);
      await this.until(this.clock.now + 10_000);
      if ((await this.unsent(uid)) > 0) return null;
    }
    return spent;
  }

  private eventsOf(tablet: Tablet): (() => void)[] {
    const { chance } = this;
    const some = (most: number, event: () => void) => Array.from({ length: chance.between(0, most) }, () => event);
    return [
      ...some(3, () => this.killAPage(tablet)),
      ...some(2, () => this.offlineSpell(tablet)),
      ...some(2, () => this.setClock(tablet, tablet.clockError + chance.between(-86_400_000, 86_400_000))),
      ...some(2, () => this.expire(tablet)),
      ...some(2, () => void this.signOut(tablet)),
      ...some(1, () => this.freeze(tablet)),
      ...some(1, () => this.fillUp(tablet)),
      ...some(2, () => void this.takeBack(tablet)),
      ...some(2, () => this.kickAll(tablet)),
    ];
  }

  private scan(tablet: Tablet, number: number): void {
    const session = this.tokens.get(tablet.name);
    const awake = tablet.pages.filter((candidate) => !candidate.frozen);
    const page = awake.length > 0 ? this.chance.pick(awake) : undefined;
    if (!session || !page) return;
    const goods = this.chance.pick(['sku-1', 'sku-1', 'sku-2', 'odd', 'bad']);
    const mark = `${goods}#${tablet.name}#${number}`;
    const entry: NewEntry = {
      uid: session.uid,
      sheetId: this.chance.pick(sheets),
      kind: this.chance.hits(0.15) ? 'total' : 'add',
      zone: this.chance.pick(['A', 'B']),
      round: 1,
      barcode: mark,
      skuId: goods.startsWith('sku') ? Number(goods.slice(4)) : null,
      imperfectType: 0,
      qty: this.chance.between(1, 5),
    };
    this.note(page, entry, mark);
  }

  private async takeBack(tablet: Tablet): Promise<void> {
    const own = this.actions.filter(
      (action) =>
        action.tablet === tablet.name &&
        action.uid === this.tokens.get(tablet.name)?.uid &&
        action.opId !== '' &&
        !action.mark.startsWith('void'),
    );
    const page = tablet.pages.find((candidate) => !candidate.frozen);
    if (own.length === 0 || !page) return;
    const action = this.chance.pick(own);
    this.note(
      page,
      { kind: 'void', uid: action.uid, sheetId: action.sheet, voids: action.opId },
      `void#${action.opId}#${this.actions.length}`,
    );
  }

  private note(page: Page, entry: NewEntry, mark: string): void {
    const action: TortureAction = {
      tablet: page.tablet.name,
      uid: entry.uid,
      sheet: entry.sheetId,
      mark,
      shown: false,
      opId: '',
    };
    this.actions.push(action);
    void page.scan(entry, (opId) => {
      action.shown = true;
      action.opId = opId || action.opId;
    });
    if (this.chance.hits(0.08)) page.killIn = this.chance.between(0, 14);
  }

  private killAPage(tablet: Tablet): void {
    const page = this.anyPage(tablet);
    if (page) page.killIn = this.chance.between(0, 10);
    this.kickAll(tablet);
  }

  private offlineSpell(tablet: Tablet): void {
    tablet.online = false;
    const spell = this.chance.hits(0.1) ? 9 * 86_400_000 : this.chance.between(1_000, 300_000);
    // Nine days pass for nobody but the clocks: the simulation's hours are too short for them.
    if (spell > duration) this.tablets.forEach((other) => this.setClock(other, other.clockError + spell));
    this.clock.after(Math.min(spell, 300_000), () => {
      tablet.online = true;
      for (const page of tablet.pages) void page.local.sync.kick('online');
    });
  }

  private expire(tablet: Tablet): void {
    const session = this.tokens.get(tablet.name);
    if (!session) return;
    this.server.expire(session.token);
    this.clock.after(this.chance.between(1_000, 200_000), () => this.signIn(tablet, session.uid));
  }

  private async signOut(tablet: Tablet): Promise<void> {
    const session = this.tokens.get(tablet.name);
    const page = tablet.pages.find((candidate) => !candidate.frozen);
    if (!session || !page) return;
    this.tokens.delete(tablet.name);
    this.clock.after(this.chance.between(1_000, 100_000), () =>
      this.signIn(tablet, this.chance.hits(0.5) ? session.uid : this.chance.pick(people)),
    );
    await this.quietly(page, page.local.session.clear());
    await this.quietly(page, page.local.references.clear(session.uid));
    await tablet.parts.faults.signOut?.(page);
  }

  private signIn(tablet: Tablet, uid: number): void {
    const token = this.chance.uuid();
    this.server.signIn(uid, token);
    this.tokens.set(tablet.name, { uid, token });
    const page = this.pageOf(tablet);
    if (!page) return;
    void this.quietly(page, page.local.session.put({ uid, nickname: '', token, expires_at: 0 })).then(() =>
      this.kickAll(tablet),
    );
  }

  private setClock(tablet: Tablet, error: number): void {
    tablet.clockError = error;
    tablet.excused = true;
  }

  private freeze(tablet: Tablet): void {
    const page = this.anyPage(tablet);
    if (!page) return;
    page.frozen = true;
    tablet.excused = true;
    this.clock.after(this.chance.between(10_000, 200_000), () => page.thaw());
  }

  private fillUp(tablet: Tablet): void {
    const page = this.anyPage(tablet);
    if (!page) return;
    page.storage.full = true;
    this.clock.after(this.chance.between(1_000, 60_000), () => (page.storage.full = false));
  }

  /** The server dies right after a batch, before or after its answer reached anybody. */
  private crashSoon(): void {
    this.network.afterNextCount = () => {
      this.server.crash();
      this.network.serverUp = false;
      this.clock.after(this.chance.between(5_000, 120_000), () => {
        this.network.serverUp = true;
      });
    };
  }

  private kickAll(tablet: Tablet): void {
    for (const page of tablet.pages) if (!page.frozen) void page.local.sync.kick('signed_in');
  }

  private pageOf(tablet: Tablet): Page | undefined {
    return tablet.pages.find((page) => !page.frozen) ?? tablet.pages[0];
  }

  private anyPage(tablet: Tablet): Page | undefined {
    return tablet.pages.length > 0 ? this.chance.pick(tablet.pages) : undefined;
  }

  private plan(event: () => unknown): void {
    this.clock.after(this.chance.between(0, duration), event);
  }

  private forAWhile(begin: () => unknown, end: () => unknown): void {
    this.plan(() => {
      begin();
      this.clock.after(this.chance.between(5_000, 120_000), end);
    });
  }

  private async unsent(uid: number): Promise<number> {
    let sum = 0;
    for (const tablet of this.tablets) {
      const status = await this.settle(this.pageOf(tablet)?.local.outbox.statusNow(uid));
      sum += status?.unsent ?? 0;
    }
    return sum;
  }

  private async until(limit: number): Promise<void> {
    while (this.clock.step(limit)) await this.settle();
    this.clock.now = limit;
  }

  private async settledOpen(tablet: Tablet): Promise<Page> {
    return this.settle(tablet.openPage());
  }

  /** Lets the event loop turn until no transaction is open anywhere; kills whoever is due in between. */
  private async settle<T>(work?: Promise<T>): Promise<T> {
    for (let quiet = 0; quiet < 2; ) {
      await new Promise((resolve) => setImmediate(resolve));
      let busy = false;
      for (const tablet of this.tablets) {
        busy ||= tablet.storages.some((storage) => storage.open.size > 0);
        // A kill takes its page out of the list, by making a new list.
        for (const page of tablet.pages) {
          if (page.killIn !== null) {
            busy = true;
            page.killIn -= 1;
            if (page.killIn < 0) this.replace(tablet, page);
          }
        }
      }
      quiet = busy ? 0 : quiet + 1;
    }
    return work as Promise<T>;
  }

  /** The person opens the product again right after it died. */
  private replace(tablet: Tablet, page: Page): void {
    page.kill();
    if (tablet.pages.length > 0) return;
    void tablet.openPage().then((fresh) => fresh.local.sync.kick('visible'));
  }

  private async quietly(page: Page, work: Promise<unknown>): Promise<void> {
    await work.catch((problem: unknown) => {
      if (page.alive && !page.storage.full) throw problem;
    });
  }
}

function sheet(id: number): SheetDownload {
  return {
    id,
    stocktaking_no: `PD${id}`,
    warehouse_id: 1,
    warehouse_name: '一号仓',
    status: 2,
    round: 1,
    blind: true,
    zones: [],
    goods: [],
    recount: [],
    next_seq: 1,
    server_time: '',
  };
}
