-- How many refused orders of one caller wait is asked with each that is refused.
create index push_refusal_waiting_of on push_refusal (created_by) where status = 1;
