-- K12: each event of a code begins where the one before it ended.
select id, code_id, from_location_id, before from (
  select id, code_id, from_location_id, seq, lag(to_location_id) over life as before from code_event window life as (partition by code_id order by seq)
) as chain
where seq > 1 and from_location_id is distinct from before;
