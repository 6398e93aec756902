-- I35: no line of an allot sends more than it asks for, and what of it is in transit is what was sent and neither signed for nor resolved; nothing of
-- a finished allot is. Heads say what their lines say.
select 'line' as what, o.id, l.id as line_id, o.status, l.qty, l.send_qty, l.sign_qty, l.resolved_qty, l.transit_qty
from allot o join allot_line l on l.allot_id = o.id
where l.send_qty > l.qty or l.transit_qty <> l.send_qty - least(l.sign_qty, l.send_qty) - l.resolved_qty or l.transit_qty < 0
  or o.status = 5 and l.transit_qty <> 0 or o.status in (1, 2, 7, -1) and l.send_qty <> 0
union all
select 'head', o.id, null, o.status, o.total_qty, o.send_qty, o.sign_qty, o.cost_amount, o.transit_qty
from allot o left join allot_line l on l.allot_id = o.id
group by o.id having o.total_qty <> coalesce(sum(l.qty), 0) or o.send_qty <> coalesce(sum(l.send_qty), 0) or o.sign_qty <> coalesce(sum(l.sign_qty), 0)
  or o.transit_qty <> coalesce(sum(l.transit_qty), 0) or o.cost_amount <> coalesce(sum(l.cost_amount), 0);
