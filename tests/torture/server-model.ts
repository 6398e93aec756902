import type { CountAnswer, CountEntry, CountRequest } from '#contract/areas/warehouse/count-entry.ts';
import { catalogue, type RefusalKind } from '#contract/kit/errors.ts';

/** What the model does wrong on purpose, for the mutants that sit on the server. */
export interface ServerFaults {
  /** Takes every entry as new. */
  noDedupe?: boolean;
  /** Answers before it has committed: a crash forgets what was answered. */
  answersEarly?: boolean;
  /** Commits the op row apart from the effect: a crash in between leaves one without the other. */
  twoCommits?: boolean;
}

/** A count as the server keeps it, in the order in which it took it. */
export interface Counted {
  op_id: string;
  device: string;
  uid: number;
  sheet: number;
  entry: CountEntry;
  outcome: CountAnswer['outcome'];
}

/** The server's side of the agreement, in memory: one transaction per request, an answer per op, order per lane. */
export class ServerModel {
  counted: Counted[] = [];
  readonly reports = new Map<string, { zone: string; unsent: number; finished: boolean }[]>();
  /** The newest report of each lane, by its number. */
  readonly revisions = new Map<string, number>();
  readonly closed = new Set<number>();
  readonly barred = new Set<number>();
  private ops = new Map<string, { uid: number; answer: CountAnswer }>();
  private next = new Map<string, number>();
  private readonly tokens = new Map<string, number>();
  private undo: (() => void) | null = null;
  private readonly faults: ServerFaults;

  constructor(faults: ServerFaults = {}) {
    this.faults = faults;
  }

  signIn(uid: number, token: string): void {
    this.tokens.set(token, uid);
  }

  expire(token: string): void {
    this.tokens.delete(token);
  }

  /** The process dies right after an answer and comes back: what was not committed by then is gone. */
  crash(): void {
    this.undo?.();
    this.undo = null;
  }

  count(token: string, input: CountRequest, now: number): { status: number; body: object } {
    const refusal = this.refusalOf(token, input.id);
    if (refusal) return refusal;
    const uid = this.tokens.get(token) ?? 0;
    if (this.faults.answersEarly || this.faults.twoCommits) this.remember();
    const lane = `${input.device_id}/${uid}/${input.id}`;
    const answers: CountAnswer[] = [];
    let expected: number | undefined;
    for (const entry of input.entries) {
      const known = this.faults.noDedupe ? undefined : this.ops.get(entry.op_id);
      if (known) {
        answers.push(known.uid === uid ? known.answer : refused(entry.op_id, 'duplicateSubmit'));
        continue;
      }
      const next = this.next.get(lane) ?? 1;
      if (entry.seq !== next && !this.faults.noDedupe) {
        expected = next;
        break;
      }
      this.next.set(lane, next + 1);
      const answer = this.judge(entry, input.id);
      this.ops.set(entry.op_id, { uid, answer });
      this.counted.push({
        op_id: entry.op_id,
        device: input.device_id,
        uid,
        sheet: input.id,
        entry,
        outcome: answer.outcome,
      });
      answers.push(answer);
    }
    const result = {
      answers,
      ...(expected === undefined ? {} : { expected_seq: expected }),
      server_time: new Date(now).toISOString(),
    };
    return { status: 200, body: { code: 200, msg: '', result } };
  }

  report(
    token: string,
    input: {
      id: number;
      device_id: string;
      rev: number;
      zones: { zone: string; unsent: number; finished: boolean }[];
    },
    now: number,
  ): { status: number; body: object } {
    const refusal = this.refusalOf(token, input.id);
    if (refusal) return refusal;
    const lane = `${input.device_id}/${this.tokens.get(token)}/${input.id}`;
    // What comes late is no news: a network that holds a word back may deliver it after the next one.
    if ((this.revisions.get(lane) ?? 0) <= input.rev) {
      this.revisions.set(lane, input.rev);
      this.reports.set(lane, input.zones);
    }
    return { status: 200, body: { code: 200, msg: '', result: { server_time: new Date(now).toISOString() } } };
  }

  private judge(entry: CountEntry, sheet: number): CountAnswer {
    if (this.closed.has(sheet)) return { op_id: entry.op_id, outcome: 'late' };
    if (entry.kind !== 'void' && entry.barcode.startsWith('bad')) return refused(entry.op_id, 'invalid');
    return {
      op_id: entry.op_id,
      outcome: entry.barcode.startsWith('sku') || entry.kind === 'void' ? 'accepted' : 'unknown',
    };
  }

  private refusalOf(token: string, sheet: number): { status: number; body: object } | null {
    const uid = this.tokens.get(token);
    if (uid === undefined) return { status: 401, body: { code: 401, msg: catalogue.unauthorized.words, result: null } };
    if (this.barred.has(uid))
      return { status: 403, body: { code: 4003, msg: catalogue.forbidden.words, result: null } };
    return sheet > 0 ? null : { status: 200, body: { code: 4004, msg: catalogue.notFound.words, result: null } };
  }

  private remember(): void {
    const before = { counted: [...this.counted], ops: new Map(this.ops), next: new Map(this.next) };
    this.undo = () => {
      // Two commits: the op rows and positions were written, the effects were not.
      this.counted = before.counted;
      if (this.faults.twoCommits) return;
      this.ops = before.ops;
      this.next = before.next;
    };
  }
}

function refused(opId: string, kind: RefusalKind): CountAnswer {
  return { op_id: opId, outcome: 'refused', code: catalogue[kind].code, msg: catalogue[kind].words };
}
