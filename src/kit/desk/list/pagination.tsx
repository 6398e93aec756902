import { Pagination as AntPagination, Button } from 'antd';
import { grouped } from '#contract/kit/kinds/number.ts';
import { limits } from '#contract/kit/limits.ts';

interface PaginationProps {
  page: number;
  pageSize: number;
  total: number;
  /** The total stopped at the cap: shown as 10000+ with a way to the exact figure. */
  capped: boolean;
  counting: boolean;
  /** Nothing has come yet: there is no total to tell. */
  loading?: boolean;
  onExact(): void;
  onChange(page: number, pageSize: number): void;
}

/** 共{n}条 and the pages. */
export function Pagination({ page, pageSize, total, capped, counting, loading, onExact, onChange }: PaginationProps) {
  return (
    <nav className="desk-pages" aria-label="分页">
      <span className="desk-total">{loading ? '' : `共${grouped(total)}${capped ? '+' : ''}条`}</span>
      {capped && (
        <Button size="small" type="link" loading={counting} onClick={onExact}>
          精确
        </Button>
      )}
      <AntPagination
        size="small"
        current={page}
        pageSize={pageSize}
        total={total}
        showSizeChanger
        showLessItems
        pageSizeOptions={[limits.pageSize, 50, 100, 200, limits.pageSizeMost]}
        onChange={(nextPage, nextSize) => onChange(nextSize === pageSize ? nextPage : 1, nextSize)}
      />
    </nav>
  );
}
