-- K82: every line of a bought batch that was posted, and of a return of bought goods that went out, has its item; what was taken back has none.
select 'batch' as what, b.id, d.id as line_id
from in_ware_batch b join in_ware_batch_detail d on d.in_ware_batch_id = b.id
  left join settle_item i on i.source_type = 'inWareBatch' and i.source_line_id = d.id and i.status <> -1
  join event_log e on e.name = 'goodsReceived' and (e.payload ->> 'batch_id')::bigint = b.id
where b.co_model = 1 and d.in_qty > 0 and (b.status = 4) <> (i.id is not null)
union all
select 'return', b.id, l.id
from back_order b join back_order_line l on l.back_order_id = b.id
  join event_log e on e.name = 'returnShipped' and (e.payload ->> 'back_id')::bigint = b.id
  left join settle_item i on i.source_type = 'backOrder' and i.source_line_id = l.id and i.status <> -1
where b.co_model = 1 and l.out_qty > 0 and (b.status in (4, 5)) <> (i.id is not null);
