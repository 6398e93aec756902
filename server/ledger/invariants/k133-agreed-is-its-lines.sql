-- K133: what was agreed on is what its lines say, and what was asked for until it is dealt with; an after-sales is refunding exactly while a refund of it stands.
select v.id, v.service_no, coalesce(v.deal_amount, v.apply_amount) as said, sum(l.refund_amount) as found
from order_service v join order_service_line l on l.order_service_id = v.id
where not v.imported and v.status in (2, 3, 4, 5) group by v.id having coalesce(v.deal_amount, v.apply_amount) <> sum(l.refund_amount)
union all
select v.id, v.service_no, v.status, count(r.id) from order_service v left join order_refund r on r.service_id = v.id and r.status in (1, 2, 3, 5)
where not v.imported group by v.id having count(r.id) <> (v.status = 4)::int;
