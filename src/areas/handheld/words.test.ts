import { expect, it } from 'vitest';
import type { Drained } from '#src/local/index.ts';
import { drainedWords } from './words.ts';

it.each<[Drained, boolean, string]>([
  [{ end: 'busy' }, true, '另一个页面正在发送'],
  [{ end: 'lockLost' }, true, '另一个页面正在发送'],
  [{ end: 'signed_out' }, true, '登录已失效，登录后继续发送'],
  [{ end: 'paused' }, true, '管理员已暂停发送，记录都在本机，恢复后自动发送'],
  [{ end: 'empty', stopped: true }, true, '有单据服务器暂不接收，记录都在本机，请看下面的原因'],
  [{ end: 'empty', stopped: false }, true, '没有等待发送的记录'],
  [
    { end: 'waits', pause: 2_400, entries: false, stopped: true },
    true,
    '有单据服务器暂不接收，记录都在本机，请看下面的原因',
  ],
  [
    { end: 'waits', pause: 2_400, entries: true, stopped: true },
    true,
    '有单据服务器暂不接收，记录都在本机，请看下面的原因；还有记录未发出，2 秒后自动重试',
  ],
  [{ end: 'waits', pause: 400, entries: true, stopped: false }, true, '还有记录未发出，1 秒后自动重试'],
  [{ end: 'waits', pause: 400, entries: true, stopped: false }, false, '没有网络，连上后自动发送'],
  [{ end: 'waits', pause: 3_000, entries: false, stopped: false }, true, '记录都已接收，3 秒后自动报告库区进度'],
  [{ end: 'waits', pause: 3_000, entries: false, stopped: false }, false, '记录都已接收，连上网络后报告库区进度'],
])('%j, online %j: %s', (drained, online, words) => expect(drainedWords(drained, online)).toBe(words));
