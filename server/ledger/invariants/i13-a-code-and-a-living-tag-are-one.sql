-- I13: a number is one code for ever, a tag says one living code.
select 'number' as what, unique_code as twice from piece_code group by unique_code having count(*) > 1
union all
select 'tag', epc from piece_code where status <> -1 and epc is not null group by epc having count(*) > 1;
