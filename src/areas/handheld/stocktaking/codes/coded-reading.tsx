import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import type { SheetZone } from '#contract/areas/warehouse/count-entry.ts';
import { figureKey } from '#contract/areas/warehouse/count-fold.ts';
import { useLocal } from '#src/engine/local-context.tsx';
import type { Live, Made } from '#src/local/index.ts';
import { ResultPanel } from '../../bench/result-panel.tsx';
import { LostFace } from '../../lost-face.tsx';
import type { BesideCodes } from '../count-bench.tsx';
import type { CountView } from '../count-view.ts';
import type { OpenSheet } from '../sheets.ts';
import { saidOf } from './code-words.ts';
import { mixedWords } from './mixed.ts';
import { piecesOf } from './pieces.ts';
import { useCodeQueue } from './use-code-queue.ts';

// Read once the bench stands: goods and codes are read by the gun before.
const ReaderStrip = lazy(async () => ({ default: (await import('../../reader/reader-strip.tsx')).ReaderStrip }));

/**
 * Reading pieces by their own codes beside the counting of goods in a zone: each such piece once, by gun, reader, camera or hand. Its child is the bench,
 * which knows the goods of codes as well.
 */
export function CodedReading({
  open,
  zone,
  uid,
  live,
  view,
  children,
}: {
  open: OpenSheet;
  zone: SheetZone;
  uid: number;
  live: Live<CountView>;
  view: CountView;
  children(open: OpenSheet, codes: BesideCodes): ReactNode;
}) {
  const { outbox } = useLocal();
  const { sheet } = open;
  const pieces = useMemo(() => piecesOf(sheet), [sheet]);
  const readable = useMemo(() => [{ pieces: sheet.coded ?? [] }], [sheet]);
  const known = useMemo(
    (): OpenSheet => ({
      ...open,
      find: (code, grade) => {
        const piece = open.find(code, grade) ? null : pieces.find(code);
        return piece ? pieces.goodsOf(piece) : open.find(code, grade);
      },
    }),
    [open, pieces],
  );
  const line = useCodeQueue({ open, pieces, uid, zone: zone.code, live, asGoods: true });
  const { last } = line;
  const [isLast, setIsLast] = useState(false);
  const [breath] = useState(createBreath);

  const [piece] = last?.reads.flatMap((one) => one.piece ?? []) ?? [];
  const key = piece && {
    round: sheet.round,
    zone: zone.code,
    counter: uid,
    goods: piece.sku_id,
    imperfect_type: piece.imperfect_type,
  };
  const figure = key && { label: '我已盘', qty: view.figures.get(figureKey(key))?.qty ?? 0 };
  const said = saidOf(last, { pieces, zones: sheet.zones, round: sheet.round, figure });
  const mixed = useMemo(
    () => mixedWords(last?.reads ?? [], { pieces, view, uid, zone: zone.code, round: sheet.round }),
    [last, pieces, view, uid, zone.code, sheet.round],
  );
  const codes: BesideCodes = {
    heard(text, by, guarded) {
      if (open.find(text) || !pieces.find(text)) return false;
      setIsLast(true);
      // Stamped now, before it waits for an answer or for what is before it.
      const made = outbox.stamp();
      if (by !== 'tags') guarded(() => line.act({ kind: 'read', reads: [{ text, made }] }));
      // What a reader hears in one breath is kept at once.
      else if (breath.add({ text, made }))
        queueMicrotask(() => {
          const reads = breath.all();
          guarded(() => line.act({ kind: 'read', reads }));
        });
      return true;
    },
    rest: () => setIsLast(false),
    panel:
      isLast && said ? (
        <ResultPanel said={{ ...said, beside: [said.beside, mixed].filter(Boolean).join(' · ') }} ready="" />
      ) : null,
    takeBack: () => line.act({ kind: 'void', made: outbox.stamp() }),
    strip: (
      <Suspense>
        <ReaderStrip uid={uid} goods={readable} />
      </Suspense>
    ),
    lost: line.lost.length > 0 && <LostFace lost={line.lost} onTry={line.tryLost} onDrop={line.dropLost} />,
  };
  return children(known, codes);
}

interface Heard {
  readonly text: string;
  readonly made: Made;
}

/** What a reader hears in one breath: `add` says whether it is the first of it, `all` ends it. */
function createBreath() {
  const heard: Heard[] = [];
  return { add: (one: Heard): boolean => heard.push(one) === 1, all: (): Heard[] => heard.splice(0) };
}
