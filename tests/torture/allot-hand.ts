import { type AllotEnd, allotEntryCalls } from '#contract/areas/allocation/allot-entry.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { AllotOperation, AllotPayload } from '#src/areas/handheld/allot/entry.ts';
import { allotWork } from '#src/areas/handheld/allot/work.ts';
import type { House } from '#tests/boot/house.ts';
import type { TransferRoute } from '#tests/factories/allots.ts';
import { newDevice, type TestDevice } from './device.ts';
import { type Radio, radioTo } from './inbound-office.ts';

/** A tablet in somebody's hand, with one end of an allot on it. */
export class AllotHand {
  readonly end: AllotEnd;
  readonly uid: number;
  readonly radio: Radio;
  /** Everything that was shown as kept here, in its order. */
  readonly done: AllotOperation[] = [];
  device: TestDevice;
  readonly #house: House;
  readonly #way: TransferRoute;
  readonly #allot: number;

  private constructor(of: Held, opened: { radio: Radio; device: TestDevice }) {
    [this.#house, this.#way, this.#allot, this.end, this.uid] = [of.house, of.way, of.allot, of.end, of.person.id];
    [this.radio, this.device] = [opened.radio, opened.device];
  }

  /** Downloads one end of an allot and takes it into the dead spot; `served` is the house behind the radio. */
  static async take(of: Held): Promise<AllotHand> {
    const { house, person, end, allot: id } = of;
    const radio = radioTo(of.served ?? house, person);
    const device = await newDevice(radio.send);
    device.time = house.clock.now().getTime();
    const { local, world } = device;
    await local.session.put({ uid: person.id, nickname: '', token: `t-${person.id}`, expires_at: 0 });
    const sheet = await house.ask(person, allotEntryCalls[end].sheet, { id, device_id: await local.deviceId() });
    await allotWork[end](local).save(person.id, sheet, { before: world.now(), after: world.now() });
    return new AllotHand(of, { radio, device });
  }

  /** Does something a second later; resolves to its op id once it is kept. */
  async did(said: Partial<AllotPayload> & Pick<AllotPayload, 'kind'>): Promise<string> {
    const isPieces = said.kind === 'add';
    const payload: AllotPayload = {
      barcode: '',
      imperfect_type: 0,
      qty: isPieces ? 1 : 0,
      carton: this.end === 'out' && isPieces ? 1 : null,
      sku_id: this.#way.goods.find(({ barcode }) => barcode === said.barcode)?.id ?? null,
      ...said,
    };
    const kept = await this.#work.append({ ...this.#now(), payload });
    this.done.push(kept);
    return kept.op_id;
  }

  async takeBack(voids?: string): Promise<void> {
    this.done.push(await this.#work.takeBack({ ...this.#now(), voids }));
  }

  /** Sends what can be sent. */
  async send(): Promise<void> {
    this.#meet();
    await this.device.local.sync.kick('online');
  }

  /** The page is gone between two actions; another one opens on the same disk. */
  async killed(): Promise<void> {
    const { time } = this.device;
    this.device.die();
    this.device = await this.device.secondPage(this.radio.send);
    this.device.time = time;
  }

  /** The page is gone once the house has taken what it sends, before it hears of it. */
  async killedSending(): Promise<void> {
    this.#meet();
    const heard = new Promise<void>((resolve) => {
      this.radio.swallow = resolve;
    });
    await Promise.race([this.device.local.sync.kick('online'), heard]);
    this.radio.swallow = undefined;
    await this.killed();
  }

  status() {
    return this.device.local.outbox.statusNow(this.uid);
  }

  get #work() {
    return allotWork[this.end](this.device.local);
  }

  #now() {
    this.device.time += 1000;
    return { uid: this.uid, document: this.#allot, made: this.device.local.outbox.stamp() };
  }

  // Whoever waits long enough is tried again.
  #meet(): void {
    const { clock } = this.#house;
    clock.set(new Date(Math.max(clock.now().getTime(), this.device.time)));
    this.device.time = clock.now().getTime() + 10_000;
    clock.advance(10_000);
  }
}

interface Held {
  readonly house: House;
  readonly way: TransferRoute;
  readonly allot: number;
  readonly end: AllotEnd;
  readonly person: Actor;
  /** What stands behind the radio instead of the house itself. */
  readonly served?: Pick<House, 'ask' | 'clock'>;
}
