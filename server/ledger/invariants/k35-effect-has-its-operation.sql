-- K35: every posting was made by an operation whose answer is kept; one operation, one answer.
select distinct r.op_id, r.doc_type, r.doc_id from stock_ledger r left join op o on o.op_id = r.op_id
where o.op_id is null or o.answer is null;
