import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readerService } from '#tests/factories/reader-service.ts';
import type { Tag } from '../uhf/protocol.ts';
import { connectService, type ServiceReader, type ServiceTimes } from './service-reader.ts';

const quick: ServiceTimes = { pause: 5, again: 20, ending: 300 };
let service: Awaited<ReturnType<typeof readerService>>;
let reader: ServiceReader | null = null;
let told: Tag[] = [];
let troubles: string[] = [];

beforeEach(async () => {
  service = await readerService();
  told = [];
  troubles = [];
});

afterEach(async () => {
  await reader?.close();
  reader = null;
  await service.stop();
});

const epcs = (count: number, from = 0) =>
  Array.from(
    { length: count },
    (_, at) => `30751FEB705C5904${(from + at).toString(16).toUpperCase().padStart(8, '0')}`,
  );
const read = () => new Set(told.map(({ epc }) => epc)).size;

async function connect(): Promise<ServiceReader> {
  reader = await connectService(
    service.port,
    { tags: (tags) => told.push(...tags), trouble: (words) => troubles.push(words), gone: () => expect.unreachable() },
    quick,
  );
  return reader;
}

it('is refused in words where no service listens, or something that is none', async () => {
  service.fail('page');
  await expect(connect()).rejects.toThrow('上的不是读写器服务');
  service.fail('error');
  await expect(connect()).rejects.toThrow('读写器服务返回 500');
  await service.stop();
  await expect(connect()).rejects.toThrow(`没有连上本机的读写器服务（端口 ${service.port}）`);
  await service.startAgain();
});

it('says what the service says of itself, asks as the specification does, and tells tags round after round', async () => {
  const { facts, start, stop } = await connect();
  expect(facts).toMatchObject({
    label: `本地读写服务 127.0.0.1:${service.port}`,
    version: 'UHF Service 2.1 · idle',
    isSetHere: false,
  });
  service.show(epcs(40));
  await start();
  await vi.waitFor(() => expect(read()).toBe(40));
  service.show(epcs(70));
  await vi.waitFor(() => expect(read()).toBe(70));
  await stop();
  expect(service.asked.filter(({ path }) => path === 'POST /start').at(-1)?.body).toBe(
    '{"MemoryBank":"EPC","ExcludeDuplication":true}',
  );
  expect(told[0]).toEqual({ epc: epcs(1)[0], rssi: -40, antenna: null });
  const rounds = service.asked.length;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(service.asked.length).toBe(rounds);
  expect(troubles).toEqual([]);
});

it('hears the round in hand to its end when it is stopped, and tells nothing afterwards', async () => {
  const { start, stop } = await connect();
  service.show(epcs(3));
  await start();
  await stop();
  expect(read()).toBe(3);
  const known = told.length;
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(told.length).toBe(known);
});

it('says once that the service is gone, and reads on by itself when it is back', async () => {
  const { start } = await connect();
  service.show(epcs(2));
  await start();
  await vi.waitFor(() => expect(read()).toBe(2));
  await service.stop();
  await vi.waitFor(() => expect(troubles).toHaveLength(1));
  expect(troubles[0]).toContain('没有连上本机的读写器服务');
  await new Promise((resolve) => setTimeout(resolve, 120));
  expect(troubles).toHaveLength(1);
  service.show(epcs(5));
  await service.startAgain();
  await vi.waitFor(() => expect(read()).toBe(5));
  expect(troubles.at(-1)).toBe('');
});

it.each(['error', 'junk', 'page'] as const)(
  'takes nothing from an answer that is none (%s), and goes on after it',
  async (fault) => {
    const { start } = await connect();
    service.fail(fault);
    service.show(epcs(4));
    await start();
    await vi.waitFor(() => expect(troubles).toHaveLength(1));
    expect(read()).toBe(0);
    service.fail(null);
    await vi.waitFor(() => expect(read()).toBe(4));
    expect(troubles.at(-1)).toBe('');
  },
);

it('is let go of though the service never answers, within the time that a round may take', async () => {
  const { start, stop } = await connect();
  service.fail('deaf');
  await start();
  const since = performance.now();
  await stop();
  expect(performance.now() - since).toBeGreaterThan(quick.ending / 2);
  expect(read()).toBe(0);
  expect(troubles).toEqual([]);
});

it('started twice it asks in one row, not in two', async () => {
  const { start, stop } = await connect();
  service.show(epcs(1));
  await start();
  await start();
  await vi.waitFor(() => expect(told.length).toBeGreaterThan(3));
  await stop();
  expect(service.most).toBe(1);
});
