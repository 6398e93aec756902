-- K65: a file of codes says how many of its rows are right and wrong; one that was confirmed has none left to do, and each row that bound a code did.
select f.id, f.status, f.total, f.ok_count, f.error_count, r.* from code_file f
join (
  select file_id, count(*) as lines, count(*) filter (where status = 1) as ready, count(*) filter (where status = 3) as done from code_file_row group by 1
) r on r.file_id = f.id
where f.checked_at is not null and f.status <> 2
  and (f.total <> r.lines or f.ok_count + f.error_count <> f.total or f.status in (3, 4) and (r.ready > 0 or f.ok_count <> r.done))
union all
select f.id, f.status, f.total, null, null, r.file_id, r.row_no, r.code_id, null from code_file f join code_file_row r on r.file_id = f.id
where f.file_type = 1 and r.status = 3
  and not exists (select 1 from code_event e where e.code_id = r.code_id and e.doc_type = 'codeFile' and e.doc_id = f.id and e.event_type = 2 and e.epc = r.epc);
