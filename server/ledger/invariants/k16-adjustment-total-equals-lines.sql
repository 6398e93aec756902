-- K16: the total of an adjustment is the sum of its lines.
select a.id, a.total_qty, coalesce(sum(l.qty), 0) as lines from stock_adjustment a left join stock_adjustment_line l on l.stock_adjustment_id = a.id
group by a.id, a.total_qty having a.total_qty <> coalesce(sum(l.qty), 0);
