-- K35: every posting was made by an operation whose answer is kept; one operation, one answer. Operations are forgotten after
-- 90 days (limits.opDays), so older postings have none; a day is left for the sweep.
select distinct r.op_id, r.doc_type, r.doc_id from stock_ledger r left join op o on o.op_id = r.op_id
where o.op_id is null and r.posted_at > now() - interval '89 days' or o.op_id is not null and o.answer is null;
