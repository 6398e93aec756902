-- I24: a confirmed statement is settled exactly when nothing of it is left to be paid.
select id, statement_no, status, payable_amount, paid_amount, unpaid_amount from statement
where status in (4, 5, 6) and (status = 6) <> (unpaid_amount = 0) or status = 4 and paid_amount <> 0 or status = 5 and paid_amount = 0
  or status in (0, 1, 2, 3, 7) and paid_amount <> 0;
