import type { SheetZone } from '#contract/areas/warehouse/count-entry.ts';
import type { Tone } from '#src/platform/sound.ts';
import type { Said } from '../../bench/result-panel.tsx';
import { gradeName } from '../../grade-words.ts';
import type { Read, ReadWord, Result, Where } from './code-queue.ts';
import type { Pieces } from './pieces.ts';

/** What is said of the last act, with the figure that it changed. */
export function saidOf(
  last: (Result & { number: number }) | null,
  at: { pieces: Pieces; zones: readonly SheetZone[]; round: number; figure: Said['figure'] },
): Said | null {
  if (!last) return null;
  const { number, word, reads, code } = last;
  const [read] = reads;
  const look = word === 'read' ? looks[worstOf(reads)] : resultLooks[word];
  const figure = word === 'read' || word === 'taken_back' ? at.figure : undefined;
  if (word === 'read' && reads.length > 1)
    return { number, code: burstWords(reads), goods: null, headline: `读到 ${reads.length} 个`, look, figure };
  const goods = read?.piece ? at.pieces.goodsOf(read.piece) : last.goods;
  const grade = read?.piece?.imperfect_type ?? 0;
  return {
    number,
    code: read?.code ?? code,
    goods,
    headline: word === 'read' && read ? readWords[read.word] : resultWords[word](last),
    beside: [read && word === 'read' && besideOf(read, at), grade !== 0 && gradeName(grade)]
      .filter(Boolean)
      .join(' · '),
    under: word === 'read' && read ? (underWords[read.word] ?? '') : word === 'nothing' ? nothingWords : '',
    look,
    figure,
  };
}

/** The sound of each: of several codes that of the one that asks most. */
export const toneOf = ({ word, reads }: Result): Tone =>
  word === 'read' ? tones[worstOf(reads)] : word === 'not_saved' || word === 'unread' ? 'not_saved' : resultTones[word];

const readWords: Readonly<Record<ReadWord, string>> = {
  found: '读到了',
  other_zone: '读到了，账上在别的库区',
  others: '读到了，别人已读过',
  twice: '读到了，您已读过',
  lost: '读到了丢失的一件',
  elsewhere: '账上不在本仓',
  unknown: '不认识的码',
  again: '本区已读过，没有再计',
  counted: '您在别的库区读过，没有再计',
  goods: '这是货品条码，没有计入',
};

const underWords: Readonly<Partial<Record<ReadWord, string>>> = {
  unknown: '本机没有这个码，已存本机，由服务器核对',
  elsewhere: '已存本机，需人工处理',
  goods: '请读吊牌上的唯一码或标签',
};

const nothingWords = '撤销过的记录不会再撤销一次';

function besideOf({ word, where, piece }: Read, at: { zones: readonly SheetZone[]; round: number }): string {
  if (word === 'elsewhere') return '已存本机，需人工处理';
  if (word === 'found' && piece?.position) return piece.position;
  return where && word !== 'again' ? whereWords(where, at) : '';
}

const whereWords = ({ zone, round }: Where, at: { zones: readonly SheetZone[]; round: number }): string =>
  `${round === at.round ? '' : `第 ${round} 轮 `}${at.zones.find(({ code }) => code === zone)?.name ?? zone}`;

const resultWords: Readonly<Record<Result['word'], (result: Result) => string>> = {
  read: () => '',
  unread: () => '码没读全，没有计入',
  taken_back: () => '已撤销',
  nothing: () => '没有可撤销的记录',
  not_saved: ({ why }) => (why === 'too_long' ? '码过长，没有保存' : '没有保存'),
};

/** How many of each, in words. */
function burstWords(reads: readonly Read[]): string {
  return order
    .map((word) => ({ word, count: reads.filter((one) => one.word === word).length }))
    .filter(({ count }) => count > 0)
    .map(({ word, count }) => `${shortWords[word]} ${count}`)
    .join(' · ');
}

const shortWords: Readonly<Record<ReadWord, string>> = {
  found: '读到',
  other_zone: '别的库区的',
  others: '别人读过',
  twice: '您读过',
  lost: '丢失的',
  elsewhere: '账上不在本仓',
  unknown: '不认识',
  again: '重复',
  counted: '别的库区读过',
  goods: '货品条码',
};

/** From what asks for least to what asks for most. */
const order: readonly ReadWord[] = [
  'again',
  'counted',
  'found',
  'others',
  'twice',
  'other_zone',
  'lost',
  'elsewhere',
  'unknown',
  'goods',
];

const worstOf = (reads: readonly Read[]): ReadWord =>
  order.findLast((word) => reads.some((one) => one.word === word)) ?? 'again';

const tones: Readonly<Record<ReadWord, Tone>> = {
  found: 'new',
  other_zone: 'duplicate',
  others: 'duplicate',
  twice: 'duplicate',
  lost: 'new',
  elsewhere: 'unknown',
  unknown: 'unknown',
  again: 'duplicate',
  counted: 'duplicate',
  goods: 'not_saved',
};

const resultTones = { taken_back: 'duplicate', nothing: 'unknown' } as const;

/** The colours of the results: those of counting. */
const looks: Readonly<Record<ReadWord, string>> = {
  found: 'first',
  other_zone: 'more',
  others: 'more',
  twice: 'more',
  lost: 'first',
  elsewhere: 'unknown',
  unknown: 'unknown',
  again: 'nothing',
  counted: 'nothing',
  goods: 'not_saved',
};

const resultLooks: Readonly<Record<Exclude<Result['word'], 'read'>, string>> = {
  unread: 'unread',
  taken_back: 'more',
  nothing: 'nothing',
  not_saved: 'not_saved',
};
