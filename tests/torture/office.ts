import {
  type CountAnswer,
  type CountEntry,
  type CountRequest,
  type CountResult,
  countCall,
} from '#contract/areas/warehouse/count-entry.ts';
import type { Send } from '#src/local/stream-turn.ts';
import type { Failure, Sent } from '#src/wire/sent.ts';

/** The other end of the line: keeps to the agreement, and fails as it is told. */
export class Office {
  requests: CountRequest[] = [];
  tokens: string[] = [];
  taken: { sheet: number; entry: CountEntry }[] = [];
  reports: object[] = [];
  next = new Map<number, number>();
  failures: Failure[] = [];
  /** What becomes of every report. */
  reportFailure: Failure | null = null;
  results: CountResult[] = [];
  lostAnswers = 0;
  tooLargeFrom = Number.POSITIVE_INFINITY;
  poison: Failure | null = null;
  serverTime = () => '';
  private readonly known = new Map<string, CountAnswer>();
  private held: { arrive(): void; go: Promise<void> } | null = null;

  readonly send: Send = (async (call, input, options) => {
    if (call.path !== countCall.path) {
      if (this.reportFailure) return { ok: false, failure: this.reportFailure };
      this.reports.push((input as { zones: object }).zones);
      return { ok: true, value: { server_time: this.serverTime() }, serverTime: null };
    }
    this.requests.push(input as CountRequest);
    this.tokens.push(options?.as?.token ?? '');
    const sent = this.take(input as CountRequest);
    const held = this.held;
    this.held = null;
    held?.arrive();
    await held?.go;
    return sent;
  }) as Send;

  /** Holds the answer to the next request until told. */
  holdNext(): { arrived: Promise<void>; go(): void } {
    let go = () => {};
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    this.held = { arrive: () => arrive(), go: new Promise((resolve) => (go = resolve)) };
    return { arrived, go: () => go() };
  }

  private take(request: CountRequest): Sent<CountResult> {
    const [failure] = this.failures.splice(0, 1);
    if (failure) return { ok: false, failure };
    const [result] = this.results.splice(0, 1);
    if (result) return { ok: true, value: result, serverTime: null };
    if (request.entries.length >= this.tooLargeFrom) return { ok: false, failure: refusedWith(4130, 'tooLarge') };
    if (this.poison && request.entries.some((entry) => entry.barcode === 'poison'))
      return { ok: false, failure: this.poison };
    const answers: CountAnswer[] = [];
    let expected: number | undefined;
    for (const entry of request.entries) {
      const next = this.next.get(request.id) ?? 1;
      const known = this.known.get(entry.op_id);
      if (!known && entry.seq !== next) {
        expected = next;
        break;
      }
      answers.push(known ?? this.store(request.id, entry));
    }
    if (this.lostAnswers > 0) {
      this.lostAnswers -= 1;
      return { ok: false, failure: { kind: 'offline' } };
    }
    return {
      ok: true,
      value: { answers, ...(expected === undefined ? {} : { expected_seq: expected }), server_time: this.serverTime() },
      serverTime: null,
    };
  }

  private store(sheet: number, entry: CountEntry): CountAnswer {
    this.next.set(sheet, entry.seq + 1);
    this.taken.push({ sheet, entry });
    const words: Record<string, CountAnswer['outcome']> = { odd: 'unknown', late: 'late', refuse: 'refused' };
    const outcome = entry.kind === 'void' ? undefined : words[entry.barcode];
    const answer: CountAnswer = {
      op_id: entry.op_id,
      outcome: outcome ?? 'accepted',
      ...(outcome === 'refused' ? { code: 4001, msg: '条码有误' } : {}),
    };
    this.known.set(entry.op_id, answer);
    return answer;
  }
}

/** A refusal by the catalogue's code. */
export function refusedWith(
  code: number,
  refusal: 'invalid' | 'internal' | 'notFound' | 'mustChangePassword' | 'tooLarge',
): Extract<Failure, { kind: 'refused' }> {
  return { kind: 'refused', refusal, code, msg: '拒绝', field: null };
}
