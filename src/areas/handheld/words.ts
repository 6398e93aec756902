import { businessDay } from '#contract/kit/kinds/time.ts';
import type { Tone } from '#contract/kit/states.ts';
import type { Drained, OperationWord } from '#src/local/index.ts';

/** The four words of an entry (amendments A), each in its tone. No other word is ever said of one. */
export const entryWords: Readonly<Record<OperationWord, { text: string; tone: Tone }>> = {
  saved: { text: '已存本机', tone: 'waiting' },
  sending: { text: '发送中', tone: 'moving' },
  received: { text: '已接收', tone: 'done' },
  attention: { text: '需处理', tone: 'refused' },
};

/** How long ago something was, in the largest unit that says something. `since` and `now` in epoch milliseconds. */
export function ageOf(since: number, now: number): string {
  const minutes = Math.floor(Math.max(0, now - since) / 60_000);
  if (minutes < 1) return '刚刚';
  if (minutes < 60) return `${minutes} 分钟前`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} 小时前` : `${Math.floor(minutes / 1440)} 天前`;
}

/** How the last sending ended, for a person. What the server has stopped is said first: it waits for that person. */
export function drainedWords(drained: Drained, online: boolean): string {
  switch (drained.end) {
    case 'empty':
      return drained.stopped ? stoppedWords : '没有等待发送的记录';
    case 'paused':
      return '管理员已暂停发送，记录都在本机，恢复后自动发送';
    case 'busy':
    case 'lockLost':
      return '另一个页面正在发送';
    case 'signed_out':
      return '登录已失效，登录后继续发送';
    case 'waits':
      return waitsWords(drained, online);
  }
}

function waitsWords({ pause, entries, stopped }: Extract<Drained, { end: 'waits' }>, online: boolean): string {
  if (stopped && !entries) return stoppedWords;
  const after = `${Math.max(1, Math.round(pause / 1000))} 秒后自动`;
  const words = entries
    ? online
      ? `还有记录未发出，${after}重试`
      : '没有网络，连上后自动发送'
    : `记录都已接收，${online ? after : '连上网络后'}报告库区进度`;
  return stopped ? `${stoppedWords}；${words}` : words;
}

const stoppedWords = '有单据服务器暂不接收，记录都在本机，请看下面的原因';

/** Time of day of an ISO time or epoch milliseconds. */
export function clockOf(time: string | number): string {
  return clock.format(new Date(time));
}

/** When something was, for a list that may be days old: the time of day, before it the day where that is not today. */
export function whenOf(time: string | number, now: number): string {
  const at = new Date(time);
  const day = businessDay(at);
  return day === businessDay(new Date(now)) ? clockOf(time) : `${day.slice(5)} ${clockOf(time)}`;
}

const clock = new Intl.DateTimeFormat('zh-CN', {
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
  timeZone: 'Asia/Shanghai',
});
