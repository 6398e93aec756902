-- K171: a day of a closed month has the rows it was made of: nothing came to it since.
select d.day, d.ledger_rows, d.value_rows from stock_balance_day d join account_period p on d.day between p.start_date and p.end_date and p.status = 2
where d.ledger_rows <> (select count(*) from stock_ledger r where r.business_date = d.day)
  or d.value_rows <> (select count(*) from stock_value_ledger v where v.business_date = d.day);
