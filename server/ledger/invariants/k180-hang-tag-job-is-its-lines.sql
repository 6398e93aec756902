-- K180: a job of hang tags adds up its lines; a line of codes counts its codes, and while it may be printed or was has one for each tag.
with sums as (
  select hang_tag_job_id, sum(qty) as qty, sum(printed_qty) as printed, sum(written_qty) as written from hang_tag_job_line group by 1
), codes as (
  select line_id, count(*) as codes, count(*) filter (where print_count > 0 or epc is not null) as printed, count(*) filter (where epc is not null) as written
  from hang_tag_job_code group by 1
)
select j.id, j.job_no, j.status, j.total_qty, s.qty, j.printed_qty, s.printed, j.written_qty, s.written, null::bigint as line_id
from hang_tag_job j left join sums s on s.hang_tag_job_id = j.id
where (j.total_qty, j.printed_qty, j.written_qty) is distinct from (s.qty, s.printed, s.written) or (j.status in (2, 3)) <> (j.printed_qty > 0)
union all
select j.id, j.job_no, j.status, l.qty, c.codes, l.printed_qty, c.printed, l.written_qty, c.written, l.id
from hang_tag_job_line l join hang_tag_job j on j.id = l.hang_tag_job_id left join codes c on c.line_id = l.id
where case when j.source_type = 3 then (l.qty, l.printed_qty, l.written_qty) is distinct from (c.codes, c.printed, c.written)
  else c.codes is not null or l.written_qty <> 0 or l.printed_qty > l.qty end;
