-- I65: a file hangs on a record exactly as that record's history says: added as often as taken away, and once more (decision 0027).
select coalesce(f.doc_type, l.doc_type) as doc_type, coalesce(f.doc_id, l.doc_id) as doc_id, f.files, l.steps
from (select doc_type, doc_id, count(*) as files from stored_file where doc_id is not null group by 1, 2) f
full join (
  select doc_type, doc_id, sum(case action when 'attach' then 1 else -1 end) as steps
  from audit_log where action in ('attach', 'detach') group by 1, 2
) l using (doc_type, doc_id)
where coalesce(f.files, 0) <> coalesce(l.steps, 0);
