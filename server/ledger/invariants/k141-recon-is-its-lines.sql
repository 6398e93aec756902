-- K141: a channel's day comes to what its lines do; a line matches where both sides say the same.
select c.id, c.recon_no, 'sum' as what, c.channel_amount as said, coalesce(sum(l.channel_amount), 0) as found
from channel_recon c left join channel_recon_line l on l.recon_id = c.id
where c.status <> 1
group by c.id
having (c.channel_count, c.system_count, c.channel_amount, c.system_amount, c.fee_amount, c.diff_amount, c.open_count)
  <> (count(l.channel_amount), count(l.system_amount), coalesce(sum(l.channel_amount), 0), coalesce(sum(l.system_amount), 0), coalesce(sum(l.fee_amount), 0),
    coalesce(sum(l.diff_amount), 0), count(*) filter (where l.match_state in (2, 3, 4)))
union all
select l.recon_id, l.trade_no, 'state', l.match_state, null from channel_recon_line l
where l.match_state <> 5 and l.match_state <> case when l.system_amount is null then 3 when l.channel_amount is null then 4
  when l.channel_amount = l.system_amount then 1 else 2 end;
