// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearSession, saveSession } from '#src/platform/session.ts';
import { ownBases } from '#src/wire/bases.ts';
import { createWire } from '#src/wire/wire.ts';
import { downloadTask } from './download-task.ts';

// A file of the download host at the edge of the network; what the browser would save is noted.

const wire = createWire({ bases: ownBases, device: 'test', build: 'test', caller: () => null });
const file = (size: number) =>
  new Response('编号\n1\n', {
    headers: {
      'content-type': 'text/csv',
      'content-length': String(size),
      'content-disposition': 'attachment; filename="a.csv"',
    },
  });
const large = 64 * 1_048_576;

let answer: () => Response;
let ticket: () => Response;
let asked: string[];
let saved: [href: string, name: string][];

function note(event: Event): void {
  event.preventDefault();
  if (event.target instanceof HTMLAnchorElement)
    saved.push([event.target.getAttribute('href') ?? '', event.target.download]);
}

beforeEach(() => {
  asked = [];
  saved = [];
  ticket = () =>
    Response.json({ code: 200, msg: 'ok', result: { ticket: 'x y', file_path: 'abc', file_name: 'a.csv' } });
  document.addEventListener('click', note);
  saveSession({ token: 't', exp: 0, userInfo: { uid: 3, username: 'goods', nickname: '林' } });
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:it', revokeObjectURL: () => {} }));
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    if (address === '/config.json') return Response.json({});
    if (address.endsWith('/downloadTicket')) return ticket();
    return answer();
  });
});

afterEach(() => {
  document.removeEventListener('click', note);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  clearSession();
});

const download = (path: string | null, size: number | null = 9) =>
  downloadTask(wire, { id: 7, name: '秋装', file_path: path, file_size: size });

describe('a download', () => {
  it('without a path does nothing', async () => {
    expect(await download(null)).toBe('');
    expect([asked, saved]).toEqual([[], []]);
  });

  it.each([
    ['a refusal', () => Response.json({ code: 4004, msg: '文件不存在或已过期', result: null }), '文件不存在或已过期'],
    [
      'a refusal of rights',
      () => Response.json({ code: 4003, msg: '您的权限已变化', result: null }, { status: 403 }),
      '您的权限已变化',
    ],
    [
      'a refusal that is called a file',
      () =>
        new Response(JSON.stringify({ code: 4001, msg: '工单已取消', result: null }), {
          headers: { 'content-disposition': 'attachment; filename="a.csv"' },
        }),
      '工单已取消',
    ],
  ])('that is %s says its words and saves nothing', async (_name, reply, words) => {
    answer = reply;
    expect(await download('abc')).toBe(words);
    expect(saved).toEqual([]);
  });

  it('is saved under the name of the task, with the extension of the server', async () => {
    answer = () => file(9);
    expect(await download('abc')).toBe('');
    expect(saved).toEqual([['blob:it', '秋装.csv']]);
    expect(asked).not.toContain('/api/task/v1/task/downloadTicket');
  });

  it('of a large file goes by a ticket, and by nothing else', async () => {
    answer = () => file(large);
    expect(await download('abc', large)).toBe('');
    expect(saved).toEqual([['/download/abc?ticket=x%20y', '']]);
    expect(asked).not.toContain('/download/abc');
  });

  it.each([null, 9])('of one that turns out to be large goes by a ticket, without being read (%s)', async (size) => {
    answer = () => file(large);
    expect(await download('abc', size)).toBe('');
    expect(saved).toEqual([['/download/abc?ticket=x%20y', '']]);
  });

  it('that does not come in time is left to the browser, by a ticket', async () => {
    const never = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(never.signal);
    answer = () => {
      never.abort();
      throw never.signal.reason;
    };
    expect(await download('abc')).toBe('');
    expect(saved).toEqual([['/download/abc?ticket=x%20y', '']]);
  });

  it('of a large file that is refused says its words and saves nothing', async () => {
    ticket = () => Response.json({ code: 4003, msg: '您的权限已变化', result: null }, { status: 403 });
    expect(await download('abc', large)).toBe('您的权限已变化');
    expect(saved).toEqual([]);
  });
});
