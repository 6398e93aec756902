-- K11: a code is where its last event brought it.
select c.id, c.location_id, e.to_location_id from piece_code c
left join lateral (select to_location_id, imperfect_type from code_event e where e.code_id = c.id order by seq desc limit 1) e on true
where c.location_id is distinct from e.to_location_id or c.imperfect_type is distinct from e.imperfect_type;
