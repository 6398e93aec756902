import type { CountRequest } from '#contract/areas/warehouse/count-entry.ts';
import { countCall } from '#contract/areas/warehouse/count-entry.ts';
import type { Call } from '#contract/kit/call.ts';
import { readAnswer } from '#src/wire/read-answer.ts';
import { failed, type Sent } from '#src/wire/sent.ts';
import type { SendOptions } from '#src/wire/wire.ts';
import type { Chance } from './chance.ts';
import type { ServerModel } from './server-model.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** How bad the radio is; shares of requests. */
export interface Weather {
  lostRequest: number;
  lostAnswer: number;
  duplicate: number;
  slow: number;
  serverError: number;
  captivePortal: number;
}

export const calm: Weather = { lostRequest: 0, lostAnswer: 0, duplicate: 0, slow: 0, serverError: 0, captivePortal: 0 };

/** Weather of one run, drawn from its seed. */
export function drawWeather(chance: Chance): Weather {
  const upTo = (most: number) => chance.next() * most;
  return {
    lostRequest: upTo(0.3),
    lostAnswer: upTo(0.3),
    duplicate: upTo(0.2),
    slow: upTo(0.3),
    serverError: upTo(0.2),
    captivePortal: upTo(0.1),
  };
}

/** Carries requests of all devices to the server, badly. */
export class Network {
  weather: Weather = calm;
  serverUp = true;
  /** What happens right after the server has taken its next batch, once. */
  afterNextCount: (() => void) | null = null;
  private readonly parts: { clock: VirtualClock; chance: Chance; server: ServerModel };

  constructor(parts: { clock: VirtualClock; chance: Chance; server: ServerModel }) {
    this.parts = parts;
  }

  /** A `send` for one page; `reaches` is asked at both ends of the way, `deliver` hands the answer to the page. */
  senderOf(page: { reaches(): boolean; deliver(run: () => void): void }) {
    return <In, Out>(call: Call<In, Out>, input: In, options: SendOptions = {}): Promise<Sent<Out>> =>
      new Promise((resolve) => {
        const { clock, chance } = this.parts;
        let open = true;
        const answer = (sent: Sent<Out>) => {
          if (!open) return;
          open = false;
          forget();
          page.deliver(() => resolve(sent));
        };
        const forget = clock.after(options.timeout ?? 80_000, () => answer(failed({ kind: 'timeout' })));
        const lost = () => clock.after(chance.between(1, 400), () => answer(failed({ kind: 'offline' })));
        if (!page.reaches() || chance.hits(this.weather.lostRequest)) return void lost();
        const text = JSON.stringify(input);
        const arrive = (reply: (got: { status: number; text: string }) => void) => () =>
          reply(this.serve(call.path, options.as?.token ?? '', text));
        clock.after(
          this.delay(),
          arrive((got) => {
            if (chance.hits(this.weather.lostAnswer) || !page.reaches()) return void lost();
            clock.after(this.delay(), () => answer(readAnswer<Out>({ ...got, date: null, retryAfter: null })));
          }),
        );
        if (chance.hits(this.weather.duplicate))
          clock.after(
            chance.between(1, 90_000),
            arrive(() => {}),
          );
      });
  }

  private serve(path: string, token: string, text: string): { status: number; text: string } {
    const { chance, server, clock } = this.parts;
    const before = chance.hits(0.5);
    if (!this.serverUp || (before && chance.hits(this.weather.serverError)))
      return { status: 502, text: '<html>bad gateway</html>' };
    if (before && chance.hits(this.weather.captivePortal))
      return { status: 200, text: '<html>please sign in to the hotel</html>' };
    const input = JSON.parse(text) as CountRequest & Parameters<ServerModel['report']>[1];
    const { status, body } =
      path === countCall.path ? server.count(token, input, clock.now) : server.report(token, input, clock.now);
    if (path === countCall.path) {
      this.afterNextCount?.();
      this.afterNextCount = null;
    }
    if (!before && chance.hits(this.weather.serverError)) return { status: 500, text: '' };
    return { status, text: JSON.stringify(body) };
  }

  private delay(): number {
    const { chance } = this.parts;
    return chance.hits(this.weather.slow) ? chance.between(1_000, 30_000) : chance.between(1, 120);
  }
}
