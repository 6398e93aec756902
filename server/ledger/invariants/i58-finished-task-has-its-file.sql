-- I58: an export that is done has its rows in a file for as long as files are kept; a failed task says why.
select serial_no, status, progress, row_count, file_path from export_task
where status = 3 and (progress <> 100 or row_count is null)
  or status = 3 and data_type < 100 and row_count > 0 and file_path is null and expire_at > now()
  or status = 4 and coalesce(remark, '') = ''
  or progress not between 0 and 100;
