import { stocktaking } from '#src/areas/handheld/stocktaking/codec.ts';
import { type NewEntry, stocktakingOf } from '#src/areas/handheld/stocktaking/stocktaking.ts';
import { type Local, openLocal, type World } from '#src/local/index.ts';
import type { Send } from '#src/local/stream-turn.ts';
import type { Chance } from './chance.ts';
import { DeviceLocks } from './locks.ts';
import type { Network } from './network.ts';
import { newDisk, PageStorage } from './storage.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** What the simulation can put wrong on a tablet without touching the code under test. */
export interface TabletFaults {
  locks?(real: NonNullable<World['locks']>): World['locks'];
  send?(real: Send, page: Page): Send;
  /** Clears more than it should when its person signs out. */
  signOut?(page: Page): Promise<void>;
  /** Shows the tick before the entry is kept. */
  showsEarly?: boolean;
}

export interface SimulationParts {
  clock: VirtualClock;
  chance: Chance;
  network: Network;
  faults: TabletFaults;
}

/** One device: a disk and locks that outlive its pages, a clock that may be wrong, a radio that comes and goes. */
export class Tablet {
  readonly disk = newDisk();
  readonly locks = new DeviceLocks();
  /** Pages that are up. */
  pages: Page[] = [];
  /** The storage of every page there ever was. */
  readonly storages: PageStorage[] = [];
  online = true;
  /** Milliseconds by which its clock is ahead. */
  clockError = 0;
  /** Requests on their way from pages that are awake, at most one by the promise. */
  mostAtOnce = 0;
  /** True once something happened after which a page may rightly take the drain from a living one. */
  excused = false;
  readonly name: string;
  readonly parts: SimulationParts;

  constructor(name: string, parts: SimulationParts) {
    this.name = name;
    this.parts = parts;
  }

  async openPage(): Promise<Page> {
    const page = new Page(this);
    this.storages.push(page.storage);
    await page.start();
    this.pages.push(page);
    return page;
  }
}

/** A tab of the product, running the real floor. */
export class Page {
  readonly storage: PageStorage;
  readonly tablet: Tablet;
  readonly problems: unknown[] = [];
  alive = true;
  frozen = false;
  sending = 0;
  /** Turns of the event loop after which it is killed; null for not. */
  killIn: number | null = null;
  private stored: Local | null = null;
  private waiting: (() => void)[] = [];

  constructor(tablet: Tablet) {
    this.tablet = tablet;
    this.storage = new PageStorage(tablet.disk);
  }

  get local(): Local {
    if (!this.stored) throw new Error('page not started');
    return this.stored;
  }

  async start(): Promise<void> {
    const real = this.tablet.parts.network.senderOf({
      reaches: () => this.alive && this.tablet.online,
      deliver: (run) => this.deliver(run),
    });
    const send = this.watched(this.tablet.parts.faults.send?.(real, this) ?? real);
    this.stored = await openLocal({ world: this.world(), send, codecs: [stocktaking] });
  }

  /** The world as this page sees it. */
  world(): World {
    const { clock, chance, faults } = this.tablet.parts;
    const locks = this.tablet.locks.ofPage(this);
    return {
      now: () => clock.now + this.tablet.clockError,
      ticks: () => clock.now,
      random: () => chance.next(),
      newOpId: () => chance.uuid(),
      after: (ms, run) => clock.after(ms, () => this.deliver(run)),
      locks: faults.locks ? faults.locks(locks) : locks,
      visible: () => !this.frozen,
      report: (problem) => {
        if (this.alive) this.problems.push(problem);
      },
      name: this.tablet.name,
      storage: this.storage.given,
    };
  }

  /** Scans; `shown` when the tick appears. A page that dies in between has shown nothing. */
  async scan(entry: NewEntry, shown: (opId: string) => void): Promise<void> {
    if (this.tablet.parts.faults.showsEarly) shown('');
    try {
      const row = await stocktakingOf(this.local).append(entry);
      if (this.alive) shown(row.op_id);
    } catch (problem) {
      if (this.alive && (problem as Error).name !== 'NotSaved') this.problems.push(problem);
    }
  }

  /** The process is gone, in the middle of whatever it did. */
  kill(): void {
    this.alive = false;
    this.waiting = [];
    this.storage.kill(() => this.tablet.parts.chance.hits(0.5));
    this.tablet.locks.drop(this);
    this.tablet.pages = this.tablet.pages.filter((page) => page !== this);
  }

  thaw(): void {
    this.frozen = false;
    for (const run of this.waiting.splice(0)) run();
  }

  private deliver(run: () => void): void {
    if (!this.alive) return;
    if (this.frozen) this.waiting.push(run);
    else run();
  }

  private watched(send: Send): Send {
    return async (call, input, options) => {
      // A dead page's code runs on in the simulator, a real one's does not.
      if (!this.alive) return new Promise(() => {});
      this.sending += 1;
      const awake = this.tablet.pages.filter((page) => !page.frozen).reduce((sum, page) => sum + page.sending, 0);
      this.tablet.mostAtOnce = Math.max(this.tablet.mostAtOnce, awake);
      const sent = await send(call, input, options);
      this.sending -= 1;
      return sent;
    };
  }
}
