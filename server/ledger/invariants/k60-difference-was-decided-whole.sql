-- K60: a difference that is settled has decided of every piece, by what fits it, and moved it there; one that was closed has found what was missing;
-- one that is open has decided of nothing. Whoever spoke for one end did not speak for the other.
select 'line' as what, d.diff_no, l.id, d.status, l.diff_qty, l.diff_type, l.decide_type
from allot_diff d join allot_diff_line l on l.allot_diff_id = d.id
where l.diff_qty = 0 or l.diff_type is distinct from case when l.diff_qty < 0 then 1 else 2 end
  or case d.status when 4 then l.decide_type is null or l.decide_type not in (1, 2, 3) and l.diff_qty < 0 or l.decide_type not in (4, 5) and l.diff_qty > 0
    when -1 then l.diff_qty < 0 and l.decide_type is distinct from 3
    else l.decide_type is not null end
union all
select 'rows', d.diff_no, d.id, d.status, w.said, r.moved, w.biz
from allot_diff d join allot o on o.id = d.allot_id
cross join lateral (
  select b.biz, b.at, coalesce(sum(abs(l.diff_qty)) filter (where l.decide_type = any(b.types)), 0) as said
  from (values (106, o.out_warehouse_id, array[1]), (206, null::bigint, array[2]), (106, o.in_warehouse_id, array[3, 4])) as b (biz, at, types)
  left join allot_diff_line l on l.allot_diff_id = d.id group by 1, 2
) w
cross join lateral (
  select coalesce(sum(r.delta), 0) as moved from stock_ledger r
  where r.doc_type = 'allot' and r.doc_id = o.id and r.biz_type = w.biz and r.corrects_count_of is null and r.warehouse_id is not distinct from w.at
    and r.delta > 0
) r
where r.moved <> case when d.status in (4, -1) then w.said else 0 end
union all
select 'head', d.diff_no, d.id, d.status, d.less_qty, d.more_qty, null
from allot_diff d join allot_diff_line l on l.allot_diff_id = d.id
group by d.id having d.less_qty <> coalesce(-sum(l.diff_qty) filter (where l.diff_qty < 0), 0) or d.more_qty <> coalesce(sum(l.diff_qty) filter (where l.diff_qty > 0), 0)
  or d.diff_amount <> sum(l.diff_amount) or d.out_said_by = d.in_said_by;
