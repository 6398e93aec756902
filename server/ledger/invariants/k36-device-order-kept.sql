-- K36: the entries of a stream arrived in the device's order, without a gap and without a repeat.
select stocktaking_id, device_id, counter_id, seq, expected from (
  select *, row_number() over (partition by stocktaking_id, device_id, counter_id order by id) as expected from stocktaking_count
) x where seq <> expected
union all
select l.stocktaking_id, l.device_id, l.admin_id, l.last_seq, coalesce(max(c.seq), 0) from stocktaking_lane l
left join stocktaking_count c on c.stocktaking_id = l.stocktaking_id and c.device_id = l.device_id and c.counter_id = l.admin_id
group by 1, 2, 3, 4 having l.last_seq <> coalesce(max(c.seq), 0);
