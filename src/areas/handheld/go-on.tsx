import { Question } from '#src/kit/hand/question.tsx';

/** What was handed back, what it is and what one does there, and how many deeds wait for the answer. */
export interface GoOnProps {
  name: string;
  of: '本区' | '本批';
  counts: '盘点' | '清点';
  waiting: number;
  onAnswer(yes: boolean): void;
}

/** Asks whether counting goes on where its counter has handed back: another count takes that back (amendments A). */
export function GoOn({ name, of, counts, waiting, onAnswer }: GoOnProps) {
  const short = counts.charAt(0) === '盘' ? '盘' : '点';
  return (
    <Question title={`继续${counts}${of}？`} confirm={`继续${counts}`} cancel={`不${short}`} onAnswer={onAnswer}>
      {name} 已交回。继续{counts}会收回交回，{short}完后要再交回一次。已扫 {waiting} 次，等您决定。
    </Question>
  );
}
