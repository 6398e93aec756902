-- K132: what an after-sales says came back is what the ledger says, line by line; of a line of an order no more came back than left.
select l.id, v.service_no, case when v.status in (3, 4, 5) then coalesce(l.return_qty, 0) else 0 end as said, coalesce(r.qty, 0) as found
from order_service v join order_service_line l on l.order_service_id = v.id
left join lateral (select sum(s.delta) as qty from stock_ledger s where s.doc_type = 'orderService' and s.doc_id = v.id and s.line_id = l.id and s.warehouse_id is not null
  and s.corrects_count_of is null) r on true
where v.stock_posted and not v.imported and case when v.status in (3, 4, 5) then coalesce(l.return_qty, 0) else 0 end <> coalesce(r.qty, 0)
union all
select i.id, null, i.shipped_qty, i.returned_qty from sale_order_item i join sale_order o on o.id = i.sale_order_id and not o.imported where i.returned_qty > i.shipped_qty;
