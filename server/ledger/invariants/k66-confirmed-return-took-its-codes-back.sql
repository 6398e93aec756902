-- K66: each code of a confirmed return was given back by it, once, and by no return that was not confirmed.
select r.id, r.status, l.code_id, count(e.id) as given from code_return r join code_return_line l on l.code_return_id = r.id
left join code_event e on e.code_id = l.code_id and e.doc_type = 'codeReturn' and e.doc_id = r.id and e.event_type = 17
group by r.id, r.status, l.code_id having count(e.id) <> (r.status = 2)::int
union all
select e.doc_id, null, e.code_id, 1 from code_event e where e.event_type = 17
  and not exists (select 1 from code_return_line l where e.doc_type = 'codeReturn' and l.code_return_id = e.doc_id and l.code_id = e.code_id);
