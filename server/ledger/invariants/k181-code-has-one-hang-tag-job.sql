-- K181: a code is on one living job, of the order that the job is of, and of the goods of its line.
select t.id, t.hang_tag_job_id, t.code_id, j.source_no, o.code_order_no
from hang_tag_job_code t join hang_tag_job j on j.id = t.hang_tag_job_id join hang_tag_job_line l on l.id = t.line_id
  join piece_code c on c.id = t.code_id left join code_order o on o.id = c.code_order_id
where l.hang_tag_job_id <> t.hang_tag_job_id or l.sku_id <> c.sku_id or j.source_type <> 3 or o.code_order_no is distinct from j.source_no
  or t.taken and j.status = -1
  or t.taken and exists (select 1 from hang_tag_job_code x where x.code_id = t.code_id and x.taken and x.id <> t.id);
