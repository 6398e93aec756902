-- A member's level is what the growth says (domain.md §13.8), and points end with the year after the one they came in.

create function level_of_growth(growth bigint) returns smallint language sql immutable parallel safe as $$
  select case when growth >= 20000 then 4 when growth >= 5000 then 3 when growth >= 1000 then 2 else 1 end::smallint
$$;

create or replace function move_growth() returns trigger language plpgsql as $$
begin
  update member_user set growth_value = growth_value + new.change_value, level = level_of_growth(growth_value + new.change_value)
  where id = new.user_id returning growth_value into new.after_value;
  return new;
end
$$;

update member_user set level = level_of_growth(growth_value) where level <> level_of_growth(growth_value);

-- The last instant of the year after this one, as shops count years.
create function points_end_at(came timestamptz) returns timestamptz language sql stable parallel safe as $$
  select (date_trunc('year', came at time zone 'Asia/Shanghai') + interval '2 years') at time zone 'Asia/Shanghai' - interval '1 second'
$$;

create or replace view user_point as
select id, user_id, biz_type, change_value, after_value, source_no, reason, at, case when change_value > 0 then points_end_at(at) end as expire_at from member_point;
