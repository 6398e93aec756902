-- I14: the state of a code is where its last event led, each event begins where the one before it ended, and none is left out.
select c.id, c.status, c.seq, e.to_status from piece_code c
left join lateral (select seq, to_status from code_event e where e.code_id = c.id order by seq desc limit 1) e on true
where c.seq is distinct from e.seq or c.status is distinct from e.to_status
union all
select code_id, from_status, seq, before from (
  select code_id, from_status, seq, lag(to_status) over life as before, lag(seq) over life as prior from code_event window life as (partition by code_id order by seq)
) as chain
where coalesce(before, 0) <> from_status or coalesce(prior, 0) <> seq - 1;
