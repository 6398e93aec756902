-- K55: what is booked of a line of a purchase order is what live appointments hold of it, line for line; an appointment that is over, missed or
-- cancelled holds nothing, and the head of an order says what its lines say.
select 'line' as what, l.id, l.booked_qty as said, coalesce(v.booked, 0) as found
from purchase_order_line l
left join (select purchase_line_id, sum(booked_qty) as booked from arrival_order_line group by 1) v on v.purchase_line_id = l.id
where l.booked_qty <> coalesce(v.booked, 0)
union all
select 'arrival', v.id, v.booked_qty, 0 from arrival_order_line v join arrival_order a on a.id = v.arrival_order_id
where v.booked_qty > 0 and a.status in (6, 7, -1)
union all
select 'head', o.id, o.booked_qty, s.booked from purchase_order o
join (select purchase_order_id, sum(booked_qty) as booked, sum(in_qty) as received, sum(qty) as ordered from purchase_order_line group by 1) s on s.purchase_order_id = o.id
where o.booked_qty <> s.booked or o.in_qty <> s.received or o.total_qty <> s.ordered;
