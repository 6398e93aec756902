import type { ReportPlace } from '#contract/areas/purchasing/imperfect-report.ts';
import { Card, CardRow } from '#src/kit/hand/card.tsx';
import { StatusTag } from '#src/kit/hand/status-tag.tsx';
import styles from '../handheld.module.css';

/** Which warehouse this tablet works in, of those that its person sees. */
export function PlaceChoice({
  place,
  places,
  trouble,
  choose,
}: {
  place: ReportPlace | null;
  places: readonly ReportPlace[];
  trouble: string;
  choose(id: number): void;
}) {
  return (
    <Card title="本机所在仓库">
      {places.map(({ id, name }) => (
        <CardRow
          key={id}
          title={name}
          mark={place?.id === id ? <StatusTag tone="done">本仓</StatusTag> : null}
          onOpen={() => choose(id)}
        />
      ))}
      {places.length === 0 && (
        <p className={styles.nothing}>{trouble || (place ? place.name : '连上网络打开一次，选好仓库')}</p>
      )}
    </Card>
  );
}
