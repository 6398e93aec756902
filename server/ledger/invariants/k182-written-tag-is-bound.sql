-- K182: what a job has written on a tag was bound to the code by that job.
select t.id, t.hang_tag_job_id, t.code_id, t.epc
from hang_tag_job_code t
where t.epc is not null and not exists (
  select 1 from code_event e where e.code_id = t.code_id and e.event_type = 2 and e.epc = t.epc and e.doc_type = 'hangTagJob' and e.doc_id = t.hang_tag_job_id
);
