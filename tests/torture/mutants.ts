import { type CountRequest, type CountResult, countCall } from '#contract/areas/warehouse/count-entry.ts';
import { openJournal } from '#src/local/databases.ts';
import type { Send } from '#src/local/stream-turn.ts';
import type { Sent } from '#src/wire/sent.ts';
import type { ServerFaults } from './server-model.ts';
import type { Page, TabletFaults } from './tablet.ts';

/**
 * Planted mistakes, put in at the seams of the simulation (`send`, the locks, sign-out, the server model), never in the
 * product. A harness that does not find them proves nothing, so they stay in the run for good.
 */
export const mutants: Record<string, { tablet?: TabletFaults; server?: ServerFaults }> = {
  'dequeue before answer': { tablet: { send: overCounts(async (input, go, page) => dequeue(page, input).then(go)) } },
  'new id on retry': { tablet: { send: overCounts(newIdsOnRetry) } },
  'no server dedupe': { server: { noDedupe: true } },
  'clear on sign-out': { tablet: { signOut: clearOutbox } },
  'parallel flush': { tablet: { locks: () => ({ request: (_name, _options, run) => run({}) }) } },
  'drop on 5xx': { tablet: { send: overCounts(dropOnError) } },
  'code other than 200 is done': {
    tablet: { send: overCounts(async (input, go) => allAccepted(input, await go(input))) },
  },
  'order by clock': { tablet: { send: overCounts((input, go) => go(byClock(input))) } },
  'tone before persist': { tablet: { showsEarly: true } },
  'answer before commit': { server: { answersEarly: true } },
  'op row apart from effect': { server: { twoCommits: true } },
};

type Over = (
  input: CountRequest,
  go: (input: CountRequest) => Promise<Sent<CountResult>>,
  page: Page,
) => Promise<Sent<CountResult>>;

/** A `send` that treats count calls in its own way and leaves the others alone. */
function overCounts(over: Over): NonNullable<TabletFaults['send']> {
  return (real, page) =>
    (async (call, input, options) => {
      if (call.path !== countCall.path) return real(call, input, options);
      return over(input as CountRequest, (sent) => real(countCall, sent, options), page);
    }) as Send;
}

async function dequeue(page: Page, input: CountRequest): Promise<CountRequest> {
  const db = openJournal(page.world());
  await db.unsent.bulkDelete(input.entries.map((entry) => entry.op_id));
  db.close();
  return input;
}

/** The first try goes out as it is; every later one under ids that were never seen before. */
async function newIdsOnRetry(
  input: CountRequest,
  go: (input: CountRequest) => Promise<Sent<CountResult>>,
  page: Page,
): Promise<Sent<CountResult>> {
  const originals = new Map<string, string>();
  const entries = input.entries.map((entry) => {
    const opId = tried.has(entry.op_id) ? page.world().newOpId() : entry.op_id;
    tried.add(entry.op_id);
    originals.set(opId, entry.op_id);
    return { ...entry, op_id: opId };
  });
  const sent = await go({ ...input, entries });
  if (!sent.ok) return sent;
  const answers = sent.value.answers.map((answer) => ({
    ...answer,
    op_id: originals.get(answer.op_id) ?? answer.op_id,
  }));
  return { ...sent, value: { ...sent.value, answers } };
}

const tried = new Set<string>();

async function clearOutbox(page: Page): Promise<void> {
  const db = openJournal(page.world());
  await db.unsent.clear();
  db.close();
}

async function dropOnError(
  input: CountRequest,
  go: (input: CountRequest) => Promise<Sent<CountResult>>,
  page: Page,
): Promise<Sent<CountResult>> {
  const sent = await go(input);
  if (!sent.ok && sent.failure.kind === 'unavailable') await dequeue(page, input);
  return sent;
}

function allAccepted(input: CountRequest, sent: Sent<CountResult>): Sent<CountResult> {
  if (sent.ok || sent.failure.kind === 'offline' || sent.failure.kind === 'timeout') return sent;
  const answers = input.entries.map((entry) => ({ op_id: entry.op_id, outcome: 'accepted' as const }));
  return { ok: true, value: { answers, server_time: '' }, serverTime: null };
}

function byClock(input: CountRequest): CountRequest {
  const seqs = input.entries.map((entry) => entry.seq);
  const sorted = input.entries.toSorted((a, b) => a.counted_at.localeCompare(b.counted_at));
  return { ...input, entries: sorted.map((entry, index) => ({ ...entry, seq: seqs[index] ?? entry.seq })) };
}
