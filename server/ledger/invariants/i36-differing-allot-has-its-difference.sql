-- I36: an allot that differs has one difference that is open, no other has any; and it is of the lines that were not signed for as sent.
select o.id, o.status, count(d.id) filter (where d.status in (1, 2, 3, 5)) as open, null::bigint as line_id
from allot o left join allot_diff d on d.allot_id = o.id
group by o.id having count(d.id) filter (where d.status in (1, 2, 3, 5)) <> case o.status when 6 then 1 else 0 end
union all
select o.id, o.status, null, l.id
from allot o join allot_line l on l.allot_id = o.id join allot_diff d on d.allot_id = o.id
left join (select allot_diff_id, allot_line_id, sum(diff_qty) as qty from allot_diff_line group by 1, 2) n on n.allot_diff_id = d.id and n.allot_line_id = l.id
where coalesce(n.qty, 0) <> l.sign_qty - l.send_qty;
